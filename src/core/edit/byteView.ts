import type { EolCounts, FileView, Line, Splice } from '../../ports/editHost.ts';
import type { FileFacts } from './textView.ts';
import type { LineIndex } from './lineIndex.ts';
import { lineEnd, scanLines, splicedIndex } from './lineIndex.ts';
import { joinLines } from './lines.ts';

/** From so many lines on they are decoded together. */
const many = 50;

/**
 * A view over the bytes of a UTF-8 file, so that reading or changing a few lines of a large file decodes only those.
 * The bytes must be valid UTF-8. Making one scans for line ends (about 1 ms per MB); memory is the bytes and four
 * bytes per line.
 */
export class ByteView implements FileView {
  readonly path: string;
  readonly version: string;
  readonly encoding: string;
  readonly size: number;
  readonly dirty: boolean;
  readonly open: boolean;
  readonly lineCount: number;
  readonly eol: EolCounts;
  /** The whole file. */
  readonly bytes: Uint8Array;
  private readonly starts: LineIndex['starts'];
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  /** @param index of the bytes, where it is known */
  constructor(facts: FileFacts, bytes: Uint8Array, index = scanLines(bytes, textStart(facts))) {
    this.path = facts.path;
    this.version = facts.version;
    this.encoding = facts.encoding;
    this.size = facts.size;
    this.dirty = facts.dirty;
    this.open = facts.open;
    this.bytes = bytes;
    this.starts = index.starts;
    this.lineCount = index.starts.length - 1;
    this.eol = index.eol;
  }

  lines(first: number, last: number): readonly Line[] {
    const start = Math.max(1, first);
    const end = Math.min(last, this.lineCount);
    if (end - start > many && this.eol.crlf === 0 && this.eol.cr === 0) {
      return this.manyLines(start, end);
    }
    const lines: Line[] = [];
    for (let line = start; line <= end; line++) {
      lines.push(this.lineAt(line));
    }
    return lines;
  }

  /** As `lines`, where `\n` is the only line end: decoding all at once is several times faster. */
  private manyLines(first: number, last: number): Line[] {
    const [from, to] = [this.offset(first), this.offset(last + 1)];
    const texts = this.decoder.decode(this.bytes.subarray(from, to)).split('\n');
    const isEnded = texts.at(-1) === '';
    if (isEnded) {
      texts.pop();
    }
    return texts.map((text, index) => ({
      text,
      eol: isEnded || index < texts.length - 1 ? '\n' : '',
    }));
  }

  /**
   * The file's bytes after the splices, as parts to be written one after another: what is outside the splices is the
   * old bytes themselves.
   */
  spliced(splices: readonly Splice[]): Uint8Array[] {
    const encoder = new TextEncoder();
    const parts: Uint8Array[] = [];
    let from = 0;
    for (const splice of splices) {
      parts.push(this.bytes.subarray(from, this.offset(splice.line)));
      parts.push(encoder.encode(joinLines(splice.lines)));
      from = this.offset(splice.line + splice.count);
    }
    parts.push(this.bytes.subarray(from));
    return parts.filter((part) => part.length > 0);
  }

  /**
   * The view after the splices, given the bytes they lead to. Its lines follow from these, which takes a tenth of the
   * time of looking for them.
   */
  after(splices: readonly Splice[], version: string, bytes: Uint8Array): ByteView {
    const { path, encoding, dirty, open } = this;
    const facts = { path, encoding, dirty, open, version, size: bytes.length };
    const before = { starts: this.starts, eol: this.eol, bytes: this.bytes };
    return new ByteView(facts, bytes, splicedIndex(before, splices, bytes));
  }

  private lineAt(line: number): Line {
    const start = this.offset(line);
    const end = this.offset(line + 1);
    const eol = lineEnd(this.bytes, start, end);
    return { text: this.decoder.decode(this.bytes.subarray(start, end - eol.length)), eol };
  }

  private offset(line: number): number {
    return this.starts[line - 1] ?? this.bytes.length;
  }
}

function textStart({ encoding }: FileFacts): number {
  return encoding === 'utf8bom' ? 3 : 0;
}
