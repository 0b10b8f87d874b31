import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { LightElement } from './lightElement.ts';

/** What the list has to know of one of its lines. */
export interface ListLine {
  readonly key: string;
  readonly chosen: boolean;
  /** For a group: whether its rows are shown. */
  readonly open?: boolean;
  /** 1 for groups and rows without one, 2 for rows of a group. */
  readonly level: number;
  /** The line as a screen reader says it; an option is said as its cells are. */
  readonly label: string;
  readonly cells: TemplateResult;
}

/** Where a person wants to go, and the keys held. */
export interface ListGo {
  readonly index: number;
  readonly shift: boolean;
  readonly control: boolean;
  readonly byMouse: boolean;
}

/** Lines drawn beyond what is seen, so that fast scrolling finds them there. */
const overscan = 8;

/**
 * A list of any length of which only what is seen is in the document. All lines have one height. The keyboard stays on
 * the list itself; the line it is at is told by `aria-activedescendant`. The list of a combobox (`options`) has no
 * keyboard: the combobox names `boxId` and `lineId`, and titles of groups are no options.
 *
 * Events: `go` (`ListGo`), `toggle`, `open`, `fold` (`{index, open}`), `list-key` for keys that mean nothing here.
 */
export class VirtualList extends LightElement {
  static override readonly properties = {
    count: { type: Number },
    rowHeight: { type: Number },
    label: { type: String },
    active: { type: Number },
    options: { type: Boolean },
    line: { attribute: false },
    head: { attribute: false },
    revision: { attribute: false },
    range: { state: true },
  };

  declare count: number;
  /** Pixels. */
  declare rowHeight: number;
  declare label: string;
  /** Index of the line the keyboard is at; -1 = none. */
  declare active: number;
  /** Whether it is the list of a combobox. */
  declare options: boolean;
  declare line: (index: number) => ListLine;
  /** Titles of columns; they stay in view. */
  declare head: TemplateResult | undefined;
  /** Any value that is another one when lines look different. */
  declare revision: unknown;
  declare private range: readonly [number, number];
  private readonly resized = new ResizeObserver(() => this.look());

  constructor() {
    super();
    this.count = 0;
    this.rowHeight = 24;
    this.label = '';
    this.active = -1;
    this.options = false;
    this.line = () => ({ key: '', chosen: false, level: 1, label: '', cells: html`` });
    this.head = undefined;
    this.revision = 0;
    this.range = [0, 0];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.resized.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.resized.disconnect();
  }

  /** Puts the keyboard on the list. */
  override focus(): void {
    this.querySelector<HTMLElement>('.list-scroll')?.focus({ preventScroll: true });
  }

  /** Scrolls so that a line is seen. */
  reveal(index: number): void {
    const box = this.box;
    if (box === null || index < 0) {
      return;
    }
    const head = this.headHeight;
    const top = index * this.rowHeight;
    if (top < box.scrollTop) {
      box.scrollTop = top;
    } else if (top + this.rowHeight > box.scrollTop + box.clientHeight - head) {
      box.scrollTop = top + this.rowHeight - box.clientHeight + head;
    }
    this.look();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('count') || changed.has('rowHeight')) {
      this.look();
    }
    if (changed.has('active')) {
      this.reveal(this.active);
    }
  }

  protected override render(): TemplateResult {
    const [first, end] = this.range;
    const last = Math.min(end, this.count);
    const places = end - first;
    // A line has its place by its number alone: while it stays in view, nothing of it is touched or worked out again.
    const lines = Array.from({ length: places }, (_, place) => {
      const index = first + ((place - (first % places) + places) % places);
      const shownBy = [index, index === this.active, this.revision, this.line, this.rowHeight];
      return index < last ? guard(shownBy, () => this.renderLine(index)) : nothing;
    });
    const shown = this.active >= first && this.active < last && !this.options;
    return html`<div
      class="list-scroll"
      id=${this.boxId}
      role=${this.options ? 'listbox' : 'treegrid'}
      tabindex=${this.options ? '-1' : '0'}
      aria-label=${this.label}
      aria-multiselectable=${this.options ? nothing : 'true'}
      aria-rowcount=${this.options ? nothing : this.count + (this.head === undefined ? 0 : 1)}
      aria-activedescendant=${shown ? this.lineId(this.active) : nothing}
      @scroll=${this.look}
      @keydown=${this.onKey}
      @click=${this.onClick}
      @dblclick=${this.onDoubleClick}
      @contextmenu=${this.onClick}
    >
      ${
        this.head === undefined
          ? nothing
          : html`<div class="list-head" role="row" aria-rowindex="1">${this.head}</div>`
      }
      <div
        class="list-all"
        role=${this.options ? 'none' : 'rowgroup'}
        .style=${`height:${this.count * this.rowHeight}px`}
      >
        ${lines}
      </div>
    </div>`;
  }

  private renderLine(index: number): TemplateResult {
    const { chosen, open, level, label, cells } = this.line(index);
    const isGroup = open !== undefined;
    const classes = `list-line${isGroup ? ' is-group' : ''}${chosen ? ' is-chosen' : ''}${
      index === this.active ? ' is-active' : ''
    }`;
    const place = `height:${this.rowHeight}px;transform:translateY(${index * this.rowHeight}px)`;
    if (this.options) {
      return html`<div
        class=${classes}
        role=${isGroup ? 'none' : 'option'}
        id=${this.lineId(index)}
        data-index=${index}
        .style=${place}
        aria-selected=${isGroup ? nothing : chosen ? 'true' : 'false'}
        aria-posinset=${isGroup ? nothing : index + 1}
        aria-setsize=${isGroup ? nothing : this.count}
      >
        ${cells}
      </div>`;
    }
    return html`<div
      class=${classes}
      role="row"
      id=${this.lineId(index)}
      data-index=${index}
      .style=${place}
      aria-label=${label}
      aria-level=${level}
      aria-rowindex=${index + (this.head === undefined ? 1 : 2)}
      aria-selected=${isGroup ? nothing : chosen ? 'true' : 'false'}
      aria-expanded=${isGroup ? (open ? 'true' : 'false') : nothing}
    >
      ${cells}
    </div>`;
  }

  private get box(): HTMLElement | null {
    return this.querySelector<HTMLElement>('.list-scroll');
  }

  private get headHeight(): number {
    return this.querySelector<HTMLElement>('.list-head')?.offsetHeight ?? 0;
  }

  /** Id of the element that is the list. */
  get boxId(): string {
    return `${this.id === '' ? 'list' : this.id}-box`;
  }

  /** Id of a line's element, while it is there. */
  lineId(index: number): string {
    return `${this.id === '' ? 'list' : this.id}-${index}`;
  }

  /** Finds out which lines are seen. */
  private readonly look = (): void => {
    const box = this.box;
    if (box === null) {
      return;
    }
    const first = Math.max(0, Math.floor(box.scrollTop / this.rowHeight) - overscan);
    // Always as many: with another number every line would take another element.
    const end = first + Math.ceil(box.clientHeight / this.rowHeight) + 1 + 2 * overscan;
    // A few lines more or less are not worth a rendering.
    const [oldFirst, oldEnd] = this.range;
    const covered =
      Math.abs(first - oldFirst) < overscan / 2 && Math.abs(end - oldEnd) < overscan / 2;
    if (!covered || (oldEnd < this.count && end > oldEnd + overscan / 2)) {
      this.range = [first, end];
    }
  };

  private readonly onClick = (event: MouseEvent): void => {
    const index = indexOf(event);
    if (index === undefined) {
      return;
    }
    const { open } = this.line(index);
    if (open !== undefined && event.type === 'click') {
      this.tell('fold', { index, open: !open });
    }
    if (event.type === 'contextmenu' && this.line(index).chosen) {
      return;
    }
    const control = event.ctrlKey || event.metaKey;
    if (control && event.type === 'click') {
      this.tell('toggle', { index });
    } else {
      this.tell('go', { index, shift: event.shiftKey, control: false, byMouse: true });
    }
  };

  private readonly onDoubleClick = (event: MouseEvent): void => {
    const index = indexOf(event);
    if (index !== undefined && this.line(index).open === undefined) {
      this.tell('open', { index });
    }
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    const target = this.targetOf(event.key);
    const control = event.ctrlKey || event.metaKey;
    if (target !== undefined && this.count > 0) {
      event.preventDefault();
      const index = Math.max(0, Math.min(this.count - 1, target));
      this.tell('go', { index, shift: event.shiftKey, control, byMouse: false });
      return;
    }
    if (this.active < 0 || this.active >= this.count) {
      this.tell('list-key', { event });
      return;
    }
    const { open } = this.line(this.active);
    const folds = { ArrowLeft: false, ArrowRight: true } as const;
    const wanted = folds[event.key as keyof typeof folds] as boolean | undefined;
    if (wanted !== undefined && open !== undefined && open !== wanted) {
      event.preventDefault();
      this.tell('fold', { index: this.active, open: wanted });
    } else if (event.key === ' ') {
      event.preventDefault();
      this.tell(open === undefined ? 'toggle' : 'fold', {
        index: this.active,
        open: open !== true,
      });
    } else if (event.key === 'Enter' && !control) {
      event.preventDefault();
      this.tell(open === undefined ? 'open' : 'fold', { index: this.active, open: open !== true });
    } else {
      this.tell('list-key', { event });
    }
  };

  private targetOf(key: string): number | undefined {
    const page = Math.max(1, Math.floor((this.box?.clientHeight ?? 0) / this.rowHeight) - 1);
    switch (key) {
      case 'ArrowDown':
        return this.active + 1;
      case 'ArrowUp':
        return this.active - 1;
      case 'PageDown':
        return this.active + page;
      case 'PageUp':
        return this.active - page;
      case 'Home':
        return 0;
      case 'End':
        return this.count - 1;
      default:
        return undefined;
    }
  }

  private tell(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

function indexOf(event: Event): number | undefined {
  const line = (event.target as HTMLElement).closest<HTMLElement>('.list-line');
  const index = Number(line?.dataset['index']);
  return Number.isInteger(index) ? index : undefined;
}
