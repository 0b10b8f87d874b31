import { grammars } from '../../core/structure/grammars.ts';
import { definitionAt, definitionsNamed } from './definitions.ts';
import type { GrammarPaths, StructureReply, StructureRequest } from './structureMessages.ts';
import { problems } from './syntaxProblems.ts';
import { tagsAt, tagsNamed } from './syntaxTags.ts';
import type { LoadedGrammar } from './syntaxText.ts';
import { loadedGrammar, SyntaxText } from './syntaxText.ts';
import { textEdit } from './textEdit.ts';
import { Language, Parser } from './treeSitter.ts';

/** Most characters of text whose trees are kept; a tree takes about forty bytes for each. */
const defaultCapacity = 8_000_000;

interface Cached {
  readonly version: string;
  readonly source: SyntaxText;
}

/**
 * Parses texts and answers questions about them. Keeps the trees of the texts used last, and parses a newer version
 * of one of them only where it changed.
 */
export class StructureEngine {
  private readonly paths: GrammarPaths;
  private readonly capacity: number;
  private readonly cache = new Map<string, Cached>();
  private readonly loaded = new Map<string, Promise<LoadedGrammar>>();
  private ready: Promise<void> | undefined;

  constructor(paths: GrammarPaths, capacity = defaultCapacity) {
    this.paths = paths;
    this.capacity = capacity;
  }

  /** Answers a question; throws where the runtime or the grammar does not load, or the parser gives up. */
  async answer(request: StructureRequest): Promise<StructureReply> {
    const { id, question } = request;
    const source = await this.source(request);
    return source === undefined
      ? { id, state: 'text-needed' }
      : { id, state: 'done', value: ask(source, question) };
  }

  private async source(request: StructureRequest): Promise<SyntaxText | undefined> {
    const { version, grammar: name, text } = request;
    const key = `${name}\n${request.key}`;
    const cached = this.cache.get(key);
    if (cached?.version === version) {
      // Used again: last in line to be dropped.
      this.cache.delete(key);
      this.cache.set(key, cached);
      return cached.source;
    }
    if (text === undefined) {
      return undefined;
    }
    const grammar = await this.grammar(name);
    // The old tree is used up by what follows, also if that fails.
    this.cache.delete(key);
    const source = parse(grammar, text, cached?.source);
    this.cache.set(key, { version, source });
    this.trim(key);
    return source;
  }

  private grammar(name: string): Promise<LoadedGrammar> {
    const known = this.loaded.get(name);
    if (known !== undefined) {
      return known;
    }
    const loading = this.load(name);
    this.loaded.set(name, loading);
    return loading;
  }

  private async load(name: string): Promise<LoadedGrammar> {
    const rules = grammars[name];
    const path = this.paths.grammars[name];
    if (rules === undefined || path === undefined) {
      throw new Error(`There is no grammar ${name}.`);
    }
    this.ready ??= Parser.init({ locateFile: () => this.paths.runtime });
    await this.ready;
    return loadedGrammar(await Language.load(path), rules);
  }

  private trim(newest: string): void {
    let size = 0;
    for (const { source } of this.cache.values()) {
      size += source.text.length;
    }
    for (const [key, { source }] of this.cache) {
      if (size <= this.capacity || key === newest) {
        break;
      }
      size -= source.text.length;
      this.cache.delete(key);
      source.tree.delete();
    }
  }
}

function parse(grammar: LoadedGrammar, text: string, old: SyntaxText | undefined): SyntaxText {
  const parser = new Parser();
  try {
    parser.setLanguage(grammar.language);
    if (old !== undefined) {
      editTree(old, text);
    }
    let tree = parser.parse(text, old?.tree);
    old?.tree.delete();
    if (old !== undefined && tree?.rootNode.hasError === true) {
      // How a parser recovers depends on what it parsed before; the answer must depend on the text alone.
      tree.delete();
      tree = parser.parse(text);
    }
    if (tree === null) {
      throw new Error('The parser gave up.');
    }
    return new SyntaxText(grammar, tree, text);
  } finally {
    parser.delete();
  }
}

function editTree(old: SyntaxText, text: string): void {
  const { start, oldEnd, newEnd } = textEdit(old.text, text);
  const point = ({ row, column }: { row: number; column: number }) => ({ row, column });
  old.tree.edit({
    startIndex: start.index,
    oldEndIndex: oldEnd.index,
    newEndIndex: newEnd.index,
    startPosition: point(start),
    oldEndPosition: point(oldEnd),
    newEndPosition: point(newEnd),
  });
}

function ask(source: SyntaxText, question: StructureRequest['question']): unknown {
  switch (question.ask) {
    case 'definitionAt':
      return definitionAt(source, question.line);
    case 'definitionsNamed':
      return definitionsNamed(source, question.name);
    case 'tagsAt':
      return tagsAt(source, question.line);
    case 'tagsNamed':
      return tagsNamed(source, question.name);
    case 'problems':
      return problems(source);
  }
}
