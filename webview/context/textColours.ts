import type { CodeScope, CodeToken } from './data/codeTokens.ts';

/** The page's lists of coloured ranges, shared by all texts that are shown; `blocks.css` has their colours. */
const highlights = new Map<CodeScope, Highlight>();

function highlightOf(scope: CodeScope): Highlight {
  const known = highlights.get(scope);
  if (known !== undefined) {
    return known;
  }
  const made = new Highlight();
  highlights.set(scope, made);
  CSS.highlights.set(`code-${scope}`, made);
  return made;
}

/**
 * Colours parts of one shown text without an element for each: the text stays as it is drawn, and so does what a screen
 * reader says.
 */
export class TextColours {
  private ranges: readonly (readonly [CodeScope, Range])[] = [];

  /** Colours the parts anew; tokens are of the element's whole text. O(tokens). */
  paint(element: Element, tokens: readonly CodeToken[]): void {
    this.clear();
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const ranges: (readonly [CodeScope, Range])[] = [];
    let node = walker.nextNode();
    let start = 0;
    for (const { from, to, scope } of tokens) {
      const range = document.createRange();
      const [begin, end] = [seek(from), seek(to, true)];
      if (begin === undefined || end === undefined) {
        break;
      }
      range.setStart(...begin);
      range.setEnd(...end);
      highlightOf(scope).add(range);
      ranges.push([scope, range]);
    }
    this.ranges = ranges;

    // Places only ascend, so that every node is passed once.
    function seek(place: number, isEnd = false): [Node, number] | undefined {
      while (node !== null) {
        const length = node.nodeValue?.length ?? 0;
        if (place < start + length || (isEnd && place === start + length)) {
          return [node, place - start];
        }
        start += length;
        node = walker.nextNode();
      }
      return undefined;
    }
  }

  /** Takes the colours away. */
  clear(): void {
    for (const [scope, range] of this.ranges) {
      highlights.get(scope)?.delete(range);
    }
    this.ranges = [];
  }
}
