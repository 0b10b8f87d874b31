import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import type { ChipAction, ChipItem } from '../../src/protocol/chips.ts';
import { sizeText } from '../../src/protocol/units.ts';
import type { FeedTable } from '../data/feedTable.ts';
import { searchWords } from '../data/searchWords.ts';
import type { Columns, Part } from '../parts/tableHead.ts';
import { TablePage } from '../parts/tablePage.ts';
import { ageWords, timeText } from '../parts/timeText.ts';
import { button, codicon, stateIcon } from '../ui.ts';
import {
  baseName,
  chipGroups,
  chipRules,
  chipSorts,
  isExpired,
  kindIcon,
  marks,
  originText,
  sessionText,
} from './chipRules.ts';
import { emptyChips } from './emptyChips.ts';

/** Milliseconds of rest after a keystroke before the host is asked to search the texts. */
const rest = 120;

const fieldNames = new Set(Object.keys(chipRules.fields));

/** Every chip: what it is, why it is there, and everything that can be done with it. */
export class ChipsPage extends TablePage<ChipItem> {
  protected readonly page = 'chips';
  protected readonly rules = chipRules;
  protected readonly sorts = chipSorts;
  protected readonly groups = chipGroups;
  protected readonly listLabel = l10n.t('Chips');
  protected readonly searchHint = l10n.t('Search text, tool:, file:, error:, is:pinned');
  protected readonly columns: Columns = {
    grid: 'chip-columns',
    titles: [
      ['', l10n.t('Kind')],
      [l10n.t('Text'), l10n.t('Text')],
      [l10n.t('Tool'), l10n.t('Tool')],
      [l10n.t('File'), l10n.t('File')],
      [l10n.t('Error'), l10n.t('Error')],
      [l10n.t('Size'), l10n.t('Size')],
      [l10n.t('Age'), l10n.t('Age')],
      [l10n.t('Session'), l10n.t('Session')],
      [l10n.t('Expires'), l10n.t('Expires')],
      ['', l10n.t('State')],
    ],
  };
  private searched = '';
  private prepared = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  protected get table(): FeedTable<ChipItem> {
    return this.model.chips;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.searchTexts();
    super.willUpdate(changed);
  }

  protected rowCells(chip: ChipItem): TemplateResult {
    const now = Date.now();
    const age = ageWords(chip.created, now);
    const file = chip.file === undefined ? '' : baseName(chip.file);
    const icon = stateIcon(chip.kind, kindIcon(chip.kind));
    const text = chip.excerpt === '' ? l10n.t('(blank lines)') : chip.excerpt;
    if (this.layout === 'narrow') {
      const facts = [chip.tool, file, chip.errorCode ?? '', sizeText(chip.bytes)];
      return html`<div role="gridcell" class="two-lines">
        ${icon}<span class="excerpt">${text}</span><span class="age">${age}</span>
        <span class="facts">${facts.filter(Boolean).join(' · ')}</span>${markIcons(chip, now)}
      </div>`;
    }
    return html`<div class="columns chip-columns" role="presentation">
      <span role="gridcell" class="is-short">${icon}</span>
      <span role="gridcell" class="excerpt">${text}</span>
      <span role="gridcell">${chip.tool}</span>
      <span role="gridcell" title=${chip.shown ?? chip.file ?? ''}>${file}</span>
      <span role="gridcell" title=${chip.errorMessage ?? ''}>${chip.errorCode ?? ''}</span>
      <span role="gridcell" class="is-short is-number">${sizeText(chip.bytes)}</span>
      <span role="gridcell" class="is-short is-number" title=${timeText(chip.created)}>${age}</span>
      <span role="gridcell" class="is-short is-code">${sessionText(chip.session)}</span>
      <span role="gridcell">${expiryText(chip, now)}</span>
      <span role="gridcell" class="is-short">${markIcons(chip, now)}</span>
    </div>`;
  }

  protected rowLabel(chip: ChipItem): string {
    const now = Date.now();
    return [
      originText(chip),
      chip.file === undefined ? '' : baseName(chip.file),
      chip.errorCode ?? '',
      sizeText(chip.bytes),
      ageWords(chip.created, now),
      ...marks(chip, now),
      chip.excerpt,
    ]
      .filter(Boolean)
      .join(', ');
  }

  protected renderDetail(chip: ChipItem): TemplateResult {
    return html`<chip-detail .model=${this.model} .chip=${chip}></chip-detail>`;
  }

  protected renderEmpty(): TemplateResult {
    return emptyChips();
  }

  protected override renderActions(chosen: readonly ChipItem[]): Part {
    if (chosen.length < 2) {
      return nothing;
    }
    const allPinned = chosen.every((chip) => chip.pinned);
    return html`<span class="chosen" role="status">${l10n.t`${chosen.length} chosen`}</span>
      ${button({
        text: allPinned ? l10n.t('Unpin the chosen chips') : l10n.t('Pin the chosen chips'),
        icon: allPinned ? 'pinned' : 'pin',
        look: 'icon',
        press: () => void this.act(allPinned ? 'unpin' : 'pin', chosen),
      })}
      ${button({
        text: l10n.t('Export the chosen chips…'),
        icon: 'export',
        look: 'icon',
        press: () => void this.exportChosen(chosen),
      })}
      ${button({
        text: l10n.t('Delete the chosen chips…'),
        icon: 'trash',
        look: 'icon',
        press: () => void this.act('delete', chosen),
      })}`;
  }

  protected override onRowKey(event: KeyboardEvent, chosen: readonly ChipItem[]): void {
    const control = event.ctrlKey || event.metaKey;
    if (chosen.length === 0 || event.altKey) {
      return;
    }
    if (event.key === 'Delete') {
      event.preventDefault();
      void this.act('delete', chosen);
    } else if (event.key.toLowerCase() === 'p' && !control) {
      event.preventDefault();
      void this.act(chosen.every((chip) => chip.pinned) ? 'unpin' : 'pin', chosen);
    } else if (event.key === 'Enter' && control && chosen[0] !== undefined) {
      event.preventDefault();
      this.model.chooseList('chips', { shown: chosen[0].id });
      this.model.choose({ replaying: true });
    }
  }

  private async act(action: ChipAction, chips: readonly ChipItem[]): Promise<void> {
    const ids = chips.map((chip) => chip.id);
    const titles = {
      pin: l10n.t('Pinning chips'),
      unpin: l10n.t('Unpinning chips'),
      delete: l10n.t('Deleting chips'),
    } as const;
    await this.model.client.run(titles[action], 'chips/act', { action, ids });
  }

  private async exportChosen(chips: readonly ChipItem[]): Promise<void> {
    const ids = chips.map((chip) => chip.id);
    await this.model.client.run(l10n.t('Exporting chips'), 'chips/export', { ids, encrypt: false });
  }

  /** The host's first search reads every text, so it is asked for before anybody waits for it. */
  private prepareTexts(): void {
    if (this.table.complete && !this.prepared) {
      this.prepared = true;
      this.model.client.ask('chips/search', { words: '' }).catch(() => undefined);
    }
  }

  /** The page knows the first words of each chip; the host looks through the texts. */
  private searchTexts(): void {
    const words = searchWords(this.state.search, fieldNames).words.join(' ');
    const wanted = `${this.table.version} ${words}`;
    if (words === '') {
      this.prepareTexts();
      this.searched = '';
      if (this.hits !== undefined) {
        this.hits = undefined;
      }
      clearTimeout(this.timer);
      return;
    }
    if (wanted === this.searched) {
      return;
    }
    this.searched = wanted;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.model.client.ask('chips/search', { words }).then(
        ({ ids }) => {
          if (wanted === this.searched) {
            this.setHits(new Set(ids));
          }
        },
        // What the page itself has found stays on show.
        () => undefined,
      );
    }, rest);
  }
}

function markIcons(chip: ChipItem, now: number): TemplateResult {
  return html`<span class="marks" title=${marks(chip, now).join(', ')}>
    ${chip.pinned ? codicon('pinned') : nothing}
    ${chip.replayed === undefined ? nothing : codicon('check')}
    ${isExpired(chip, now) ? codicon('clock') : nothing}
  </span>`;
}

function expiryText(chip: ChipItem, now: number): string {
  if (chip.pinned || chip.expires === undefined) {
    return l10n.t('never');
  }
  return chip.expires <= now ? l10n.t('over') : l10n.t`in ${ageWords(now, chip.expires)}`;
}
