import type { StructureProblem, TagRange } from '../../ports/structure.ts';
import type { Tag, TagDialect } from './markupTags.ts';
import { readTags } from './markupTags.ts';

/** An element of a text, with the offsets of its parts. */
export interface Element extends TagRange {
  readonly attributes: string;
  /** Offsets of the content between start and end tag. */
  readonly contentStart: number;
  readonly contentEnd: number;
  /** Its end tag, which the language demands, is not there; the range is that of the start tag. */
  readonly unclosed: boolean;
}

/** Elements of a text in order of their start tags, and the tags that do not pair up. */
export interface Elements {
  readonly elements: readonly Element[];
  readonly problems: readonly StructureProblem[];
}

const voidElements = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/** Elements whose end tag may be left out, and the start tags that end them. */
const impliedEnds = new Map<string, ReadonlySet<string>>(
  Object.entries({
    li: 'li',
    dt: 'dt dd',
    dd: 'dt dd',
    option: 'option optgroup',
    optgroup: 'optgroup',
    tr: 'tr tbody tfoot thead',
    td: 'td th tr tbody tfoot',
    th: 'td th tr tbody tfoot',
    thead: 'tbody tfoot',
    tbody: 'tbody tfoot',
    tfoot: 'tbody',
    colgroup: 'thead tbody tr',
    rt: 'rt rp',
    rp: 'rt rp',
    html: '',
    head: 'body',
    body: '',
    p: 'address article aside blockquote details div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main menu nav ol p pre section table ul',
  }).map(([name, ends]) => [name, new Set(ends.split(' '))]),
);

interface Open {
  readonly tag: Tag;
  readonly name: string;
}

/** Reads the elements of a text. Cost: linear. */
export function readElements(text: string, dialect: TagDialect): Elements {
  return new ElementReader(text, dialect).read();
}

class ElementReader {
  private readonly text: string;
  private readonly dialect: TagDialect;
  private readonly open: Open[] = [];
  private readonly found: (Element & { readonly offset: number })[] = [];
  private readonly problems: StructureProblem[] = [];
  private readonly starts: number[] = [0];

  constructor(text: string, dialect: TagDialect) {
    this.text = text;
    this.dialect = dialect;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      this.starts.push(at + 1);
    }
  }

  read(): Elements {
    for (const tag of readTags(this.text, this.dialect)) {
      this.take(tag);
    }
    for (const open of this.open.toReversed()) {
      this.leaveOpen(open, this.text.length);
    }
    return {
      elements: this.found.toSorted((one, other) => one.offset - other.offset),
      problems: this.problems.toSorted(
        (one, other) => one.line - other.line || one.column - other.column,
      ),
    };
  }

  private take(tag: Tag): void {
    const name = this.dialect === 'html' ? tag.name.toLowerCase() : tag.name;
    if (!tag.closed) {
      this.tell(tag.start, `The tag <${tag.name} has no ">".`);
    }
    if (tag.kind === 'end') {
      this.close(tag, name);
      return;
    }
    this.endImplied(name, tag.start);
    const isVoid = this.hasHtmlNames() && voidElements.has(name.toLowerCase());
    if (tag.kind === 'empty' || isVoid) {
      this.add(tag, tag.end, { kind: isVoid ? 'void' : 'self-closing' });
    } else {
      this.open.push({ tag, name });
    }
  }

  private close(tag: Tag, name: string): void {
    const match = this.open.findLastIndex((one) => one.name === name);
    if (match < 0) {
      this.tell(tag.start, `</${tag.name}> closes nothing.`);
      return;
    }
    for (const open of this.open.splice(match + 1).toReversed()) {
      this.leaveOpen(open, tag.start, tag);
    }
    const open = this.open.pop();
    if (open !== undefined) {
      this.add(open.tag, tag.end, { kind: 'pair', contentEnd: tag.start });
    }
  }

  /** A start tag may end elements before it. */
  private endImplied(name: string, at: number): void {
    for (let top = this.open.at(-1); top !== undefined; top = this.open.at(-1)) {
      if (!this.hasHtmlNames() || impliedEnds.get(top.name)?.has(name) !== true) {
        return;
      }
      this.open.pop();
      this.leaveOpen(top, at);
    }
  }

  /** An element whose end tag does not come: it ends where what is around it does, if it may. */
  private leaveOpen({ tag, name }: Open, at: number, by?: Tag): void {
    if (this.hasHtmlNames() && impliedEnds.has(name)) {
      const end = at === this.text.length ? tag.end : this.lastText(at, tag.end);
      this.add(tag, end, { kind: 'pair', contentEnd: end });
      return;
    }
    const before = by === undefined ? '' : ` before </${by.name}> of line ${this.lineOf(by.start)}`;
    const never = by === undefined ? 'never' : 'not';
    this.tell(tag.start, `<${tag.name}> is ${never} closed${before}.`);
    this.add(tag, tag.end, { kind: 'pair', unclosed: true });
  }

  private add(tag: Tag, end: number, more: Pick<Element, 'kind'> & Partial<Element>): void {
    this.found.push({
      start: this.lineOf(tag.start),
      end: this.lineOf(Math.max(tag.start, end - 1)),
      tag: tag.name,
      attributes: tag.attributes,
      contentStart: tag.end,
      contentEnd: tag.end,
      unclosed: false,
      offset: tag.start,
      ...more,
    });
  }

  private tell(offset: number, message: string): void {
    const line = this.lineOf(offset);
    const column = offset - (this.starts[line - 1] ?? 0) + 1;
    this.problems.push({ line, column, message, unpaired: true });
  }

  private hasHtmlNames(): boolean {
    return this.dialect !== 'xml' && this.dialect !== 'jsx';
  }

  /** Offset after the last character before `at` that is no white space. */
  private lastText(at: number, least: number): number {
    let end = at;
    while (end > least && /\s/.test(this.text.charAt(end - 1))) {
      end--;
    }
    return end;
  }

  private lineOf(offset: number): number {
    let low = 0;
    let high = this.starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] ?? Infinity) <= offset) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low + 1;
  }
}

/**
 * The innermost element that holds a line, judged by lines: of elements of the same lines the outermost. An empty
 * element within one line counts only if nothing else holds the line.
 */
export function elementHolding<T extends TagRange>(
  elements: readonly T[],
  line: number,
): T | undefined {
  const holding = elements.filter((one) => one.start <= line && line <= one.end);
  const larger = holding.filter((one) => one.kind === 'pair' || one.end > one.start);
  return (larger.length > 0 ? larger : holding).reduce<T | undefined>(
    (best, one) => (best === undefined || one.end - one.start < best.end - best.start ? one : best),
    undefined,
  );
}
