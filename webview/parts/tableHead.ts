import * as l10n from '@vscode/l10n';
import type { nothing, TemplateResult } from 'lit';
import { html } from 'lit';
import type { ListState } from '../data/uiState.ts';
import { dropdown, textField } from '../ui.ts';

/** One column beside the other, or one on top of the other. */
export type Layout = 'narrow' | 'wide';

/** What is drawn, if anything is. */
export type Part = TemplateResult | typeof nothing;

/** Titles of the columns of a list. */
export interface Columns {
  /** Class of the grid that title and lines share. */
  readonly grid: string;
  /** For each column what is shown, and what a screen reader says. */
  readonly titles: readonly (readonly [string, string])[];
}

/** What the toolbar of a list is made of. */
export interface ToolbarOptions {
  /** What the list is called. */
  readonly label: string;
  /** What may be searched for. */
  readonly hint: string;
  readonly state: ListState;
  readonly groups: readonly (readonly [string, string])[];
  readonly sorts: readonly (readonly [string, string])[];
  readonly choose: (change: Partial<ListState>) => void;
  readonly searchKey: (event: KeyboardEvent) => void;
  /** What can be done with the chosen rows. */
  readonly actions: Part;
}

/** Search, groups and order of a list. */
export function tableToolbar(options: ToolbarOptions): TemplateResult {
  const { label, hint, state, groups, sorts, choose, searchKey, actions } = options;
  return html`<div class="toolbar" role="toolbar" aria-label=${l10n.t('Search and order')}>
    ${textField({
      label: l10n.t`Search ${label.toLowerCase()}`,
      hint,
      icon: 'search',
      name: 'search',
      value: state.search,
      input: (search) => choose({ search }),
      keydown: searchKey,
    })}
    ${dropdown({
      label: l10n.t('Groups'),
      value: state.group,
      choices: groups,
      choose: (group) => choose({ group, closed: [] }),
    })}
    ${dropdown({
      label: l10n.t('Order'),
      value: state.sort,
      choices: sorts,
      choose: (sort) => choose({ sort }),
    })}
    ${actions}
  </div>`;
}

/** The titles above the lines of a list. */
export function columnTitles({ grid, titles }: Columns): TemplateResult {
  return html`<div class=${`columns ${grid}`}>
    ${titles.map(
      ([shown, name]) => html`<span role="columnheader" aria-label=${name}>${shown}</span>`,
    )}
  </div>`;
}
