import type { FileView, Line, Splice } from '../../ports/editHost.ts';

/** Lines taken over from the view, or new ones. */
type Piece =
  | { readonly kind: 'kept'; readonly first: number; readonly count: number }
  | { readonly kind: 'new'; readonly lines: readonly Line[] };

/**
 * A file as it would be after several edits, one on top of another; gives the one set of splices that makes the
 * original into it. Cost of each edit: linear in the number of edits so far.
 */
export class Draft {
  private readonly view: FileView;
  private pieces: Piece[];

  constructor(view: FileView) {
    this.view = view;
    this.pieces = view.lineCount > 0 ? [{ kind: 'kept', first: 1, count: view.lineCount }] : [];
  }

  get lineCount(): number {
    return this.pieces.reduce((sum, piece) => sum + size(piece), 0);
  }

  /** Lines of the draft, 1-based and inclusive, clamped to it. */
  lines(first: number, last: number): readonly Line[] {
    const result: Line[] = [];
    let before = 0;
    for (const piece of this.pieces) {
      const from = Math.max(first - before, 1);
      const to = Math.min(last - before, size(piece));
      if (from <= to) {
        const lines =
          piece.kind === 'new'
            ? piece.lines.slice(from - 1, to)
            : this.view.lines(piece.first + from - 1, piece.first + to - 1);
        // Not pushed as arguments: a call takes only some 100,000 of them.
        for (const line of lines) {
          result.push(line);
        }
      }
      before += size(piece);
    }
    return result;
  }

  /** Makes the splice; its lines count as in the draft at this moment. */
  splice(splice: Splice): void {
    const start = splice.line - 1;
    const added: Piece[] = splice.lines.length > 0 ? [{ kind: 'new', lines: splice.lines }] : [];
    this.pieces = [
      ...cut(this.pieces, 0, start),
      ...added,
      ...cut(this.pieces, start + splice.count, Number.POSITIVE_INFINITY),
    ];
  }

  /** Makes splices whose lines all count as they are now; ascending, without overlap. */
  spliceAll(splices: readonly Splice[]): void {
    for (const splice of splices.toReversed()) {
      this.splice(splice);
    }
  }

  /** The splices from the original view to the draft, in ascending order. */
  splices(): Splice[] {
    const result: Splice[] = [];
    let next = 1;
    let pending: Line[] = [];
    const flush = (upTo: number): void => {
      if (pending.length > 0 || upTo > next) {
        result.push({ line: next, count: upTo - next, lines: pending });
        pending = [];
      }
    };
    for (const piece of this.pieces) {
      if (piece.kind === 'new') {
        pending = pending.concat(piece.lines);
      } else {
        flush(piece.first);
        next = piece.first + piece.count;
      }
    }
    flush(this.view.lineCount + 1);
    return result;
  }
}

function size(piece: Piece): number {
  return piece.kind === 'new' ? piece.lines.length : piece.count;
}

/** The pieces between two offsets, counted in lines. */
function cut(pieces: readonly Piece[], from: number, to: number): Piece[] {
  const result: Piece[] = [];
  let before = 0;
  for (const piece of pieces) {
    const start = Math.max(from - before, 0);
    const end = Math.min(to - before, size(piece));
    if (start < end) {
      result.push(
        piece.kind === 'new'
          ? { kind: 'new', lines: piece.lines.slice(start, end) }
          : { kind: 'kept', first: piece.first + start, count: end - start },
      );
    }
    before += size(piece);
  }
  return result;
}
