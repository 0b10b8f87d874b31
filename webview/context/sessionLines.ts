import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { FoundSession, SessionItem } from '../../src/protocol/sessions.ts';
import { baseName } from '../chips/chipRules.ts';
import { codicon } from '../ui.ts';
import { sessionFacts, sessionLabel, sessionTitle, whenText } from './data/sessionEntries.ts';
import { counted } from './data/numberText.ts';

/** The cells of a session in the list; `day` is the one that is told already. */
export function sessionCells(item: SessionItem, day: string): TemplateResult {
  const { folder, live, kept } = item;
  const facts = sessionFacts({ ...item, folder: baseName(folder) }).join(' · ');
  return cells(item, day, {
    marks: html`${live ? html`<b>${l10n.t('live')}</b>` : nothing}${kept ? html`<span>${l10n.t('kept')}</span>` : nothing}`,
    facts: html`${facts}`,
  });
}

/** The cells of a session whose texts have the words: how many blocks, and the first line. */
export function foundCells(found: FoundSession, day: string): TemplateResult {
  const { item, blocks, session, line } = found;
  const where = session.length === 0 ? '' : `${l10n.t('in a subagent:')} `;
  return cells(item, day, {
    marks: html`<span>${counted(blocks, 'block')}</span>`,
    facts: html`<span class="found-line">${where}${line}</span>`,
  });
}

function cells(
  item: SessionItem,
  day: string,
  { marks, facts }: { readonly marks: TemplateResult; readonly facts: TemplateResult },
): TemplateResult {
  const { live, kept, updated } = item;
  const icon = live
    ? html`<span class="live-dot"></span>`
    : codicon(kept ? 'archive' : 'comment-discussion');
  return html`<div class="two-lines" title=${sessionLabel(item)}>
    <span class="kind">${icon}</span>
    <span class="excerpt">${sessionTitle(item)}</span>
    <span class="marks">${marks}</span>
    <span class="facts">${facts}</span>
    <span class="age"
      ><span class="unseen">${l10n.t('changed')} </span>${whenText(updated, day)}</span
    >
  </div>`;
}
