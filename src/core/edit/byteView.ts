import type { EolCounts, FileView, Line, Splice } from '../../ports/editHost.ts';
import type { FileFacts } from './textView.ts';
import { joinLines } from './lines.ts';

const lf = 10;
const cr = 13;

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
  /** Offset of the first byte of each line, and the end of the file as a last entry. */
  private readonly starts: Uint32Array;
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  constructor(facts: FileFacts, bytes: Uint8Array) {
    this.path = facts.path;
    this.version = facts.version;
    this.encoding = facts.encoding;
    this.size = facts.size;
    this.dirty = facts.dirty;
    this.open = facts.open;
    this.bytes = bytes;
    const scan = scanLines(bytes, facts.encoding === 'utf8bom' ? 3 : 0);
    this.starts = scan.starts;
    this.lineCount = scan.starts.length - 1;
    this.eol = scan.eol;
  }

  lines(first: number, last: number): readonly Line[] {
    const lines: Line[] = [];
    const end = Math.min(last, this.lineCount);
    for (let line = Math.max(1, first); line <= end; line++) {
      lines.push(this.lineAt(line));
    }
    return lines;
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

function lineEnd(bytes: Uint8Array, start: number, end: number): string {
  if (end > start && bytes[end - 1] === lf) {
    return end - 1 > start && bytes[end - 2] === cr ? '\r\n' : '\n';
  }
  return end > start && bytes[end - 1] === cr ? '\r' : '';
}

interface Scan {
  readonly starts: Uint32Array;
  readonly eol: EolCounts;
}

/** Finds all line starts by jumping from line end to line end; the engine's own search does the walking. */
function scanLines(bytes: Uint8Array, from: number): Scan {
  const counts = { lf: 0, crlf: 0, cr: 0 };
  let starts = new Uint32Array(1024);
  let used = 0;
  let start = from;
  let nextLf = bytes.indexOf(lf, from);
  let nextCr = bytes.indexOf(cr, from);
  const add = (offset: number): void => {
    if (used === starts.length) {
      const larger = new Uint32Array(starts.length * 2);
      larger.set(starts);
      starts = larger;
    }
    starts[used++] = offset;
  };
  while (start < bytes.length) {
    add(start);
    if (nextCr !== -1 && (nextLf === -1 || nextCr < nextLf)) {
      const paired = nextLf === nextCr + 1;
      counts[paired ? 'crlf' : 'cr']++;
      start = nextCr + (paired ? 2 : 1);
      nextCr = bytes.indexOf(cr, start);
      nextLf = paired ? bytes.indexOf(lf, start) : nextLf;
    } else if (nextLf !== -1) {
      counts.lf++;
      start = nextLf + 1;
      nextLf = bytes.indexOf(lf, start);
    } else {
      break;
    }
  }
  add(bytes.length);
  return { starts: starts.slice(0, used), eol: counts };
}
