import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { DiffFile, DiffPart, DiffRow } from '../../src/protocol/diff.ts';
import type { DiffLook } from '../data/uiState.ts';
import { button, codicon } from '../ui.ts';

const addedWord = l10n.t('added');
const removedWord = l10n.t('removed');

/** One line of a diff laid out in two columns; either may be missing. */
export interface SideRow {
  readonly left: DiffRow | undefined;
  readonly right: DiffRow | undefined;
}

/** What a person may do with a file of a diff. */
export interface DiffActions {
  readonly look: DiffLook;
  /** Absent where the editor has no diff of its own for it. */
  readonly openEditorDiff?: (file: DiffFile) => void;
  readonly unfold: (file: DiffFile, row: Extract<DiffRow, { kind: 'folded' }>) => void;
}

/** Rows side by side: the lines of a change stand opposite each other, as far as both sides have some. */
export function sideRows(rows: readonly DiffRow[]): readonly SideRow[] {
  const sides: SideRow[] = [];
  let removed: DiffRow[] = [];
  let added: DiffRow[] = [];
  const flush = (): void => {
    for (let index = 0; index < Math.max(removed.length, added.length); index++) {
      sides.push({ left: removed[index], right: added[index] });
    }
    removed = [];
    added = [];
  };
  for (const row of rows) {
    if (row.kind === 'removed') {
      if (added.length > 0) {
        flush();
      }
      removed.push(row);
    } else if (row.kind === 'added') {
      added.push(row);
    } else {
      flush();
      sides.push({ left: row, right: row });
    }
  }
  flush();
  return sides;
}

const changeWords: Readonly<Record<DiffFile['change'], string>> = {
  changed: '',
  created: l10n.t('new file'),
  removed: l10n.t('file removed'),
};

/** What an edit would do to one file, as rows of a table. */
export function diffView(file: DiffFile, actions: DiffActions): TemplateResult {
  const { openEditorDiff } = actions;
  const change = changeWords[file.change];
  return html`<section class="diff" aria-label=${l10n.t`Changes in ${file.shown}`}>
    <header>
      <span class="diff-name" title=${file.file}>${file.shown}</span>
      ${change === '' ? nothing : html`<span class="tag">${change}</span>`}
      <span
        class="diff-counts"
        aria-label=${l10n.t`${file.added} lines added, ${file.removed} removed`}
        ><span class="is-added">+${file.added}</span>
        <span class="is-removed">−${file.removed}</span></span
      >
      ${
        openEditorDiff === undefined
          ? nothing
          : button({
              text: l10n.t('Open in the Diff Editor'),
              icon: 'diff',
              look: 'icon',
              press: () => openEditorDiff(file),
            })
      }
    </header>
    <div
      class="diff-scroll"
      tabindex="0"
      role="region"
      aria-label=${l10n.t`Lines of ${file.shown}`}
    >
      <table class=${`diff-table is-${actions.look}`}>
        <tbody>
          ${
            actions.look === 'sides'
              ? sideRows(file.rows).map((row) => sideLine(file, row, actions))
              : file.rows.map((row) => unifiedLine(file, row, actions))
          }
        </tbody>
      </table>
      ${
        file.left > 0
          ? html`<p class="left">
              ${
                openEditorDiff === undefined
                  ? l10n.t`${file.left} more rows.`
                  : l10n.t`${file.left} more rows; the diff editor shows all of them.`
              }
            </p>`
          : nothing
      }
    </div>
  </section>`;
}

function unifiedLine(file: DiffFile, row: DiffRow, actions: DiffActions): TemplateResult {
  if (row.kind === 'folded') {
    return folded(file, row, actions, 4);
  }
  const [before, after] = numbers(row);
  return html`<tr class=${`is-${row.kind}`}>
    <td class="number">${before ?? ''}</td>
    <td class="number">${after ?? ''}</td>
    <td class="sign">${sign(row)}</td>
    <td class="code">${code(row)}</td>
  </tr>`;
}

function sideLine(file: DiffFile, { left, right }: SideRow, actions: DiffActions): TemplateResult {
  if (left?.kind === 'folded') {
    return folded(file, left, actions, 6);
  }
  return html`<tr>
    ${half(left, 0)}${half(right, 1)}
  </tr>`;
}

function half(row: DiffRow | undefined, side: 0 | 1): TemplateResult {
  if (row === undefined || row.kind === 'folded') {
    return html`<td class="number is-none"></td>
      <td class="sign is-none"></td>
      <td class="code is-none"></td>`;
  }
  return html`<td class=${`number is-${row.kind}`}>${numbers(row)[side] ?? ''}</td>
    <td class=${`sign is-${row.kind}`}>${sign(row)}</td>
    <td class=${`code is-${row.kind}`}>${code(row)}</td>`;
}

function folded(
  file: DiffFile,
  row: Extract<DiffRow, { kind: 'folded' }>,
  actions: DiffActions,
  columns: number,
): TemplateResult {
  const lines = row.count === 1 ? l10n.t('1 equal line') : l10n.t`${row.count} equal lines`;
  return html`<tr class="is-folded">
    <td colspan=${columns}>
      <button type="button" class="unfold" @click=${() => actions.unfold(file, row)}>
        ${codicon('unfold')} ${lines}
      </button>
    </td>
  </tr>`;
}

function numbers(row: DiffRow): readonly [number | undefined, number | undefined] {
  return ['before' in row ? row.before : undefined, 'after' in row ? row.after : undefined];
}

/** A word for the eye and for screen readers, so that colour alone says nothing. */
function sign(row: DiffRow): TemplateResult | typeof nothing {
  if (row.kind === 'added') {
    return html`<span aria-label=${addedWord}>+</span>`;
  }
  return row.kind === 'removed' ? html`<span aria-label=${removedWord}>−</span>` : nothing;
}

function code(row: DiffRow): TemplateResult {
  if (row.kind === 'same') {
    return html`${row.text}`;
  }
  if (row.kind === 'folded') {
    return html``;
  }
  const tag = row.kind === 'added' ? 'ins' : 'del';
  // A line that is new as a whole needs no mark on its words.
  const isWhole = row.parts.every(({ changed }) => changed);
  return html`${row.parts.map((part) => piece(isWhole ? { ...part, changed: false } : part, tag))}`;
}

function piece({ text, changed }: DiffPart, tag: 'ins' | 'del'): TemplateResult {
  if (!changed) {
    return html`<span>${text}</span>`;
  }
  return tag === 'ins' ? html`<ins>${text}</ins>` : html`<del>${text}</del>`;
}
