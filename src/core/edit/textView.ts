import type { EolCounts, FileView, Line } from '../../ports/editHost.ts';
import { countEols, splitLines } from './lines.ts';

/** What a view says of its file besides the lines. */
export interface FileFacts {
  readonly path: string;
  readonly version: string;
  readonly encoding: string;
  readonly size: number;
  readonly dirty: boolean;
  readonly open: boolean;
}

/** A view over text held in memory. Splits on first use; cost and memory linear in the text. */
export class TextView implements FileView {
  readonly path: string;
  readonly version: string;
  readonly encoding: string;
  readonly size: number;
  readonly dirty: boolean;
  readonly open: boolean;
  /** The whole text, without a byte order mark. */
  readonly text: string;
  private split: readonly Line[] | undefined;
  private counts: EolCounts | undefined;

  constructor(facts: FileFacts, text: string) {
    this.path = facts.path;
    this.version = facts.version;
    this.encoding = facts.encoding;
    this.size = facts.size;
    this.dirty = facts.dirty;
    this.open = facts.open;
    this.text = text;
  }

  get lineCount(): number {
    return this.all().length;
  }

  get eol(): EolCounts {
    this.counts ??= countEols(this.all());
    return this.counts;
  }

  lines(first: number, last: number): readonly Line[] {
    return this.all().slice(Math.max(0, first - 1), Math.max(0, last));
  }

  private all(): readonly Line[] {
    this.split ??= splitLines(this.text);
    return this.split;
  }
}
