import type { FileView } from '../../ports/editHost.ts';
import type {
  DefinitionRange,
  Parsed,
  SourceText,
  StructureParser,
  StructureProblem,
  TagRange,
} from '../../ports/structure.ts';
import type { Block } from './blocks.ts';
import { blockHolding } from './blocks.ts';
import { bracketProblems } from './brackets.ts';
import type { Elements } from './elements.ts';
import { elementHolding, readElements } from './elements.ts';
import { embeddedIn, only } from './embedded.ts';
import { grammars } from './grammars.ts';
import type { Language } from './languages.ts';
import { languageOf } from './languages.ts';
import type { TagDialect } from './markupTags.ts';
import type { FoundPlace } from './places.ts';
import { rememberPlaces } from './places.ts';

/** How a structure was read. */
export type Method = 'tree-sitter' | 'tags' | 'braces' | 'indentation';

/** What was found, how, and what the caller should know about that. */
export interface Reading<T> {
  readonly language: string;
  readonly method: Method;
  readonly found: T;
  readonly warnings: readonly string[];
}

/** Largest file that is parsed, in bytes; larger ones are read by tags, braces and indentation. */
export const parseLimit = 6_000_000;

/** Tells functions, elements and structure errors, by the parser where it can, else by plain reading. */
export class Structure {
  private readonly parser: StructureParser | undefined;

  constructor(parser: StructureParser | undefined) {
    this.parser = parser;
  }

  /** The innermost function that holds the line; where there is none the type, the statement, or the element. */
  async definitionAt(view: FileView, line: number): Promise<Reading<DefinitionRange | undefined>> {
    const language = languageOf(view.path);
    if (language.markup !== undefined) {
      return this.definitionInMarkup(view, language, line);
    }
    const parsed = await this.parse(language, view, (parser, source) =>
      parser.definitionAt(source, line),
    );
    if (parsed?.parsed === true && !parsed.value.doubtful) {
      return reading(language, 'tree-sitter', parsed.value.found);
    }
    const block = language.prose === true ? undefined : blockHolding(textsOf(view), line);
    if (parsed?.parsed === true && (block === undefined || block.kind === 'statement')) {
      return reading(language, 'tree-sitter', parsed.value.found);
    }
    const found = block && rangeOf(block);
    const failed: Parsed<unknown> | undefined = parsed?.parsed === true ? notUnderstood : parsed;
    return reading(language, block?.method ?? 'indentation', found, failed);
  }

  /** The innermost element that holds the line; undefined as a whole if the language has no elements. */
  async tagAt(view: FileView, line: number): Promise<Reading<TagRange | undefined> | undefined> {
    const language = languageOf(view.path);
    if (hasJsx(language)) {
      const parsed = await this.parse(language, view, (parser, source) =>
        parser.tagsAt(source, line),
      );
      if (parsed?.parsed === true) {
        return reading(language, 'tree-sitter', elementHolding(parsed.value, line));
      }
      return reading(language, 'tags', elementHolding(closed(view, 'jsx'), line), parsed);
    }
    const dialect = dialectOf(language);
    return dialect === undefined
      ? undefined
      : reading(language, 'tags', elementHolding(closed(view, dialect), line));
  }

  /** What does not fit together. */
  async problems(view: FileView): Promise<Reading<readonly StructureProblem[]>> {
    const language = languageOf(view.path);
    if (language.markup !== undefined) {
      return this.problemsInMarkup(view, language);
    }
    const parsed = await this.parse(language, view, (parser, source) => parser.problems(source));
    if (parsed?.parsed === true) {
      return reading(language, 'tree-sitter', mattering(parsed.value, language, textsOf(view)));
    }
    if (language.prose === true) {
      return {
        ...reading(language, 'indentation', []),
        warnings: ['This is running text, which has no brackets that must pair up.'],
      };
    }
    return reading(language, 'braces', bracketProblems(textsOf(view), language.id), parsed);
  }

  /** Looks for a target in a view ahead of time, so that `findTarget` need not wait. */
  async locate(view: FileView, kind: 'function' | 'tag', name: string): Promise<void> {
    const places =
      kind === 'function'
        ? await this.functionsNamed(view, name)
        : await this.tagsNamed(view, name);
    if (places !== undefined && places.length > 0) {
      rememberPlaces(view, `${kind}:${name}`, places);
    }
  }

  private async functionsNamed(
    view: FileView,
    name: string,
  ): Promise<readonly FoundPlace[] | undefined> {
    const language = languageOf(view.path);
    const named = (parser: StructureParser, source: SourceText) =>
      parser.definitionsNamed(source, name);
    if (language.markup === undefined) {
      return placesOf(await this.parse(language, view, named));
    }
    const text = textOf(view);
    const places: FoundPlace[] = [];
    for (const { language: inner, element } of embeddedIn(readElements(text, language.markup))) {
      const part = { text: () => only(text, element), key: String(element.contentStart) };
      places.push(...(placesOf(await this.parse(inner, view, named, part)) ?? []));
    }
    return places;
  }

  private async tagsNamed(
    view: FileView,
    name: string,
  ): Promise<readonly FoundPlace[] | undefined> {
    const language = languageOf(view.path);
    return hasJsx(language)
      ? placesOf(
          await this.parse(language, view, (parser, source) => parser.tagsNamed(source, name)),
        )
      : undefined;
  }

  private async definitionInMarkup(
    view: FileView,
    language: Language,
    line: number,
  ): Promise<Reading<DefinitionRange | undefined>> {
    const text = textOf(view);
    const elements = readElements(text, language.markup ?? 'html');
    let failed: Parsed<unknown> | undefined;
    for (const { language: inner, element } of embeddedIn(elements)) {
      if (element.start < line && line < element.end) {
        const part = { text: () => only(text, element), key: String(element.contentStart) };
        const parsed = await this.parse(
          inner,
          view,
          (parser, source) => parser.definitionAt(source, line),
          part,
        );
        if (parsed?.parsed === true && parsed.value.found !== undefined) {
          return reading(inner, 'tree-sitter', parsed.value.found);
        }
        failed = parsed;
      }
    }
    const found = elementHolding(pairs(elements), line);
    const range = found && {
      start: found.start,
      end: found.end,
      docStart: found.start,
      kind: 'element',
      name: found.tag,
    };
    return reading(language, 'tags', range, failed);
  }

  private async problemsInMarkup(
    view: FileView,
    language: Language,
  ): Promise<Reading<readonly StructureProblem[]>> {
    const text = textOf(view);
    const elements = readElements(text, language.markup ?? 'html');
    const found = [...elements.problems];
    let failed: Parsed<unknown> | undefined;
    for (const { language: inner, element } of embeddedIn(elements)) {
      const part = { text: () => only(text, element), key: String(element.contentStart) };
      const parsed = await this.parse(
        inner,
        view,
        (parser, source) => parser.problems(source),
        part,
      );
      if (parsed?.parsed === true) {
        found.push(...mattering(parsed.value, inner, []));
      } else {
        failed = parsed;
      }
    }
    const sorted = found.toSorted((one, other) => one.line - other.line);
    return reading(language, 'tags', sorted, failed);
  }

  /** Asks the parser; undefined where the language has no grammar. */
  private async parse<T>(
    language: Language,
    view: FileView,
    ask: (parser: StructureParser, source: SourceText) => Promise<Parsed<T>>,
    part?: { readonly key: string; text(): string },
  ): Promise<Parsed<T> | undefined> {
    const { grammar } = language;
    if (grammar === undefined) {
      return undefined;
    }
    if (this.parser === undefined) {
      return { parsed: false, why: 'There is no parser here.' };
    }
    if (view.size > parseLimit) {
      return { parsed: false, why: `The file is larger than ${parseLimit / 1_000_000} MB.` };
    }
    return ask(this.parser, {
      key: part === undefined ? view.path : `${view.path}#${part.key}`,
      version: view.version,
      grammar,
      text: part === undefined ? () => textOf(view) : () => part.text(),
    });
  }
}

function reading<T>(
  language: Language,
  method: Method,
  found: T,
  failed?: Parsed<unknown>,
): Reading<T> {
  const warnings =
    failed?.parsed === false
      ? [`The file was not parsed, so its ${method} were read instead. ${failed.why}`]
      : [];
  return { language: language.id, method, found, warnings };
}

const notUnderstood: Parsed<unknown> = {
  parsed: false,
  why: 'The parser did not understand this part of it.',
};

function rangeOf({ first, last, kind, name }: Block): DefinitionRange {
  return { start: first, end: last, docStart: first, kind, name };
}

/**
 * The problems worth telling: one bracket too few makes a parser stumble in many places, so where something is
 * unpaired the rest is left out.
 */
function mattering(
  problems: readonly StructureProblem[],
  { id, grammar = '' }: Language,
  lines: readonly string[],
): readonly StructureProblem[] {
  const unpaired = problems.filter((one) => one.unpaired);
  const believed = grammars[grammar]?.loose !== true || bracketProblems(lines, id).length > 0;
  return unpaired.length > 0 && believed ? unpaired : problems.filter((one) => !one.unpaired);
}

function hasJsx({ grammar }: Language): boolean {
  return grammar !== undefined && grammars[grammar]?.jsx === true;
}

/** How to read the tags of a language; undefined if what looks like a tag in it is none. */
function dialectOf(language: Language): TagDialect | undefined {
  const mayHoldMarkup = language.grammar === undefined || language.grammar === 'php';
  return language.markup ?? (mayHoldMarkup ? 'html' : undefined);
}

function closed(view: FileView, dialect: TagDialect): readonly TagRange[] {
  return pairs(readElements(textOf(view), dialect));
}

function pairs({ elements }: Elements): readonly TagRange[] {
  return elements.filter((one) => !one.unclosed);
}

function placesOf(
  parsed: Parsed<readonly { readonly start: number; readonly end: number }[]> | undefined,
): readonly FoundPlace[] | undefined {
  return parsed?.parsed === true
    ? parsed.value.map(({ start, end }) => ({ first: start, last: end }))
    : undefined;
}

function textsOf(view: FileView): string[] {
  return view.lines(1, view.lineCount).map((line) => line.text);
}

/** The text with `\n` alone as line end, so that lines count as the editor counts them, and after every line. */
function textOf(view: FileView): string {
  return `${textsOf(view).join('\n')}\n`;
}
