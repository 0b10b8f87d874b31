import * as l10n from '@vscode/l10n';
import type { ChipDetail, ReplayForm, ShownValue } from '../../src/protocol/chips.ts';
import type { InspectorRequests } from '../../src/protocol/inspector.ts';

/** What a person chose for putting a chip back. */
export interface ReplayChoice {
  readonly as: ReplayForm;
  /** Absolute path, or what was typed. */
  readonly file: string;
  /** The file as people read it. */
  readonly shown: string;
  /** As typed: after this line; 0 = top. */
  readonly line: string;
  /** For the call: fields as typed, where they are others than the chip's. */
  readonly with: Readonly<Record<string, string>>;
}

/** A short argument of a call, which can be changed before it is made again. */
export interface CallField {
  readonly name: string;
  readonly value: string;
  readonly type: 'string' | 'number' | 'boolean';
}

/** Longest text that is changed in one line. */
const longestField = 300;

/** What a form offers first: the chip's usual form, its own file, the place its text stood at. */
export function firstChoice({ chip, forms, origin }: ChipDetail): ReplayChoice {
  return {
    as: forms[0] ?? 'arguments',
    file: chip.file ?? '',
    shown: chip.shown ?? chip.file ?? '',
    line: String(origin ?? 0),
    with: {},
  };
}

/** The arguments that fit into a line each. */
export function callFields(value: ShownValue | undefined): readonly CallField[] {
  if (typeof value !== 'object' || value === null || !('fields' in value)) {
    return [];
  }
  return value.fields.flatMap(([name, one]): CallField[] => {
    if (typeof one === 'string' && one.length <= longestField && !one.includes('\n')) {
      return [{ name, value: one, type: 'string' }];
    }
    return typeof one === 'number' || typeof one === 'boolean'
      ? [{ name, value: String(one), type: typeof one === 'number' ? 'number' : 'boolean' }]
      : [];
  });
}

/** The question to the host, or what is still missing, as a sentence. */
export function previewQuestion(
  { chip, arguments: args }: ChipDetail,
  choice: ReplayChoice,
): InspectorRequests['replay/preview']['params'] | string {
  const { as, file, line } = choice;
  if (as === 'call') {
    const fields = callFields(args);
    const changed = Object.entries(choice.with).flatMap(([name, value]) => {
      const field = fields.find((one) => one.name === name);
      return field === undefined || field.value === value ? [] : [[name, typed(value, field)]];
    });
    return { id: chip.id, as, with: Object.fromEntries(changed) as Record<string, unknown> };
  }
  if (file === '') {
    return l10n.t('Choose the file to put the text into.');
  }
  if (!/^\d{1,9}$/.test(line.trim())) {
    return l10n.t('The line is a number; 0 is the top of the file.');
  }
  return { id: chip.id, as, file, line: Number(line.trim()) };
}

function typed(value: string, { type }: CallField): unknown {
  if (type === 'number' && value.trim() !== '' && Number.isFinite(Number(value))) {
    return Number(value);
  }
  return type === 'boolean' && /^(true|false)$/.test(value.trim())
    ? value.trim() === 'true'
    : value;
}
