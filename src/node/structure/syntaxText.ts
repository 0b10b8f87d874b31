import type {
  Language as LanguageType,
  Node,
  Query as QueryType,
  Tree,
} from '@vscode/tree-sitter-wasm';
import type { GrammarRules } from '../../core/structure/grammarRules.ts';
import { Query } from './treeSitter.ts';

/** A grammar that has been loaded, with the queries that go with its table. */
export interface LoadedGrammar {
  readonly language: LanguageType;
  readonly rules: GrammarRules;
  /** Captures functions, types, and bodies apart from their signatures. */
  readonly definitions: QueryType | undefined;
  /** Captures elements of JSX. */
  readonly elements: QueryType | undefined;
}

/** Puts a loaded language and its table together. Names that this build of the grammar lacks are left out. */
export function loadedGrammar(language: LanguageType, rules: GrammarRules): LoadedGrammar {
  const query = (types: readonly string[]): QueryType | undefined => {
    const known = types.filter((type) => language.idForNodeType(type, true) !== null);
    const source = known.map((type) => `(${type})`).join(' ');
    return known.length === 0 ? undefined : new Query(language, `[${source}] @it`);
  };
  return {
    language,
    rules,
    definitions: query([
      ...Object.keys(rules.functions),
      ...Object.keys(rules.types),
      ...(rules.bodyAfter === undefined ? [] : [rules.bodyAfter]),
    ]),
    elements: rules.jsx === true ? query(['jsx_element', 'jsx_self_closing_element']) : undefined,
  };
}

/** A text with its syntax tree. Rows and columns count from 0. */
export class SyntaxText {
  readonly grammar: LoadedGrammar;
  readonly tree: Tree;
  readonly text: string;
  private starts: readonly number[] | undefined;

  constructor(grammar: LoadedGrammar, tree: Tree, text: string) {
    this.grammar = grammar;
    this.tree = tree;
    this.text = text;
  }

  get root(): Node {
    return this.tree.rootNode;
  }

  /** The text of a row; empty beyond the end. */
  row(row: number): string {
    this.starts ??= lineStarts(this.text);
    const start = this.starts[row];
    return start === undefined
      ? ''
      : this.text.slice(start, (this.starts[row + 1] ?? this.text.length + 1) - 1);
  }

  /** The last row with text of the node: some grammars count the white space after it as its own. */
  lastRow(node: Node): number {
    let { row } = node.endPosition;
    for (let at = node.endIndex - 1; at > node.startIndex; at--) {
      const char = this.text.charAt(at);
      if (/\S/.test(char)) {
        break;
      }
      row -= char === '\n' ? 1 : 0;
    }
    return row;
  }

  /** The nodes a query finds in rows `first` to `last`; in the whole text if none are given. */
  find(query: QueryType | undefined, first?: number, last = first): Node[] {
    if (query === undefined) {
      return [];
    }
    const range =
      first === undefined || last === undefined
        ? {}
        : { startPosition: { row: first, column: 0 }, endPosition: { row: last + 1, column: 0 } };
    return query.captures(this.root, range).map((capture) => capture.node);
  }

  /** The comment or attribute that begins the row or goes on in it. */
  remarkAt(row: number): Node | undefined {
    const text = this.row(row);
    const column = text.search(/\S/);
    if (column < 0) {
      return undefined;
    }
    const { comments, attributes } = this.grammar.rules;
    let node = this.root.descendantForPosition({ row, column });
    while (node !== null) {
      if (comments.includes(node.type) || attributes.includes(node.type)) {
        return node;
      }
      node = node.parent;
    }
    return undefined;
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    starts.push(at + 1);
  }
  return starts;
}
