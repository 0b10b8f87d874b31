import * as l10n from '@vscode/l10n';
import type { SessionExport } from '../../../src/protocol/sessions.ts';

/** What a person chose of an export. */
export interface ExportChoice {
  readonly as: 'markdown' | 'json';
  readonly texts: boolean;
  /** Regular expressions, one a line. */
  readonly rules: string;
}

/** The export of a patch's loss record; a sentence where a rule is no regular expression. */
export function exportQuestion(
  { as, texts, rules }: ExportChoice,
  patch: string,
): SessionExport | string {
  const redact = rules.split('\n').filter((rule) => rule.trim() !== '');
  for (const rule of redact) {
    try {
      new RegExp(rule, 'u');
    } catch {
      return l10n.t`“${rule}” is no regular expression.`;
    }
  }
  return { as, patch, texts, redact };
}
