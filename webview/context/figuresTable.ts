import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';

/** What a cell shows. */
export type Cell = string | TemplateResult | typeof nothing;

/** A column: its title, and what it holds. */
export interface FigureColumn {
  readonly title: string;
  /** What a pointer that rests on the title is told. */
  readonly says?: string;
  /** Words rather than numbers. */
  readonly words?: true;
}

/** A table of figures. */
export interface FiguresTable {
  /** What it is called. */
  readonly label: string;
  /** The first is the head of the rows. */
  readonly columns: readonly FigureColumn[];
  readonly rows: readonly (readonly Cell[])[];
  /** The sum of the rows. */
  readonly total?: readonly Cell[];
}

/** Draws a table that can be scrolled sideways where it does not fit, also with the keyboard. */
export function figuresTable({ label, columns, rows, total }: FiguresTable): TemplateResult {
  return html`<div class="figures-box" role="region" aria-label=${label} tabindex="0">
    <table class="figures">
      <thead>
        <tr>
          ${columns.map(
            ({ title, says, words }) =>
              html`<th scope="col" class=${words ? 'is-words' : ''} title=${says ?? nothing}>
                ${title}
              </th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${rows.map((cells) => renderRow(cells, columns, ''))}
        ${total === undefined ? nothing : renderRow(total, columns, 'is-total')}
      </tbody>
    </table>
  </div>`;
}

function renderRow(
  [head, ...cells]: readonly Cell[],
  columns: readonly FigureColumn[],
  look: string,
): TemplateResult {
  return html`<tr class=${look}>
    <th scope="row">${head}</th>
    ${cells.map(
      (cell, at) =>
        html`<td class=${columns[at + 1]?.words === true ? 'is-words' : ''}>${cell}</td>`,
    )}
  </tr>`;
}
