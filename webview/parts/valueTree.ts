import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { ShownValue } from '../../src/protocol/chips.ts';

/** A JSON value as a tree that folds; texts keep their line breaks. */
export function valueTree(value: ShownValue): TemplateResult {
  return html`<div class="value-tree">${branch(value, 0)}</div>`;
}

function branch(value: ShownValue, depth: number): TemplateResult {
  if (typeof value !== 'object' || value === null) {
    return leaf(value);
  }
  if ('cut' in value) {
    const left = value.characters - value.cut.length;
    return html`${leaf(value.cut)}<span class="left">… ${l10n.t`${left} more characters`}</span>`;
  }
  const entries: readonly (readonly [string, ShownValue])[] =
    'list' in value
      ? value.list.map((one, index) => [String(index + 1), one] as const)
      : value.fields;
  return html`<ul>
    ${entries.map(([name, one]) => html`<li>${entry(name, one, depth)}</li>`)}
    ${value.left > 0 ? html`<li class="left">… ${l10n.t`${value.left} more`}</li>` : nothing}
    ${entries.length === 0 ? html`<li class="left">${l10n.t('nothing')}</li>` : nothing}
  </ul>`;
}

function entry(name: string, value: ShownValue, depth: number): TemplateResult {
  const isLeaf = typeof value !== 'object' || value === null;
  if (isLeaf && !(typeof value === 'string' && value.includes('\n'))) {
    return html`<span class="name">${name}</span> ${leaf(value)}`;
  }
  return html`<details ?open=${depth < 2}>
    <summary><span class="name">${name}</span> <span class="left">${summary(value)}</span></summary>
    ${branch(value, depth + 1)}
  </details>`;
}

function summary(value: ShownValue): string {
  if (typeof value === 'string') {
    return l10n.t`${value.split('\n').length} lines`;
  }
  if (typeof value !== 'object' || value === null) {
    return '';
  }
  if ('cut' in value) {
    return l10n.t`${value.characters} characters`;
  }
  return 'list' in value
    ? l10n.t`${value.list.length + value.left} entries`
    : l10n.t`${value.fields.length + value.left} fields`;
}

function leaf(value: null | boolean | number | string): TemplateResult {
  return typeof value === 'string'
    ? html`<span class="text">${value === '' ? '""' : value}</span>`
    : html`<span class="word">${String(value)}</span>`;
}
