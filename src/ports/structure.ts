/** A text for the parser. `key` and `version` say which file it is and in what state, so that nothing is parsed twice. */
export interface SourceText {
  /** Stands for the file, or the part of it, through all its versions. */
  readonly key: string;
  /** Changes whenever the text does. */
  readonly version: string;
  /** Name of a grammar, as in the tables of `core/structure`. */
  readonly grammar: string;
  /** The text with `\n` alone as line end; asked for only if the parser does not have this version. */
  text(): string;
}

/** A function, a type, or a statement outside both. Lines are 1-based and inclusive. */
export interface DefinitionRange {
  readonly start: number;
  readonly end: number;
  /** First line with doc comment, decorators and attributes; `start` if there are none. */
  readonly docStart: number;
  /** `function`, `method`, `constructor`, `class`, …, or `statement`. */
  readonly kind: string;
  readonly name: string | undefined;
}

/** What holds a line. */
export interface DefinitionAt {
  readonly found: DefinitionRange | undefined;
  readonly doubtful: boolean;
}

/** A definition found by name. */
export interface NamedDefinition extends DefinitionRange {
  /** Names from the outermost definition around it to itself. */
  readonly path: readonly string[];
}

/** An element of a markup text or of JSX. */
export interface TagRange {
  readonly start: number;
  readonly end: number;
  readonly kind: 'pair' | 'self-closing' | 'void';
  readonly tag: string;
}

/** Something in a text that does not fit together. Line and column are 1-based, columns in UTF-16 units. */
export interface StructureProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** True where brackets, quotes or tags do not pair up; false where the parser only does not understand. */
  readonly unpaired: boolean;
}

/** What the parser came to; without a value it could not parse, and says why. */
export type Parsed<T> =
  { readonly parsed: true; readonly value: T } | { readonly parsed: false; readonly why: string };

/** Knows the structure of source texts. Every call may fail to parse; the caller then goes on without. */
export interface StructureParser {
  /**
   * The innermost function that holds the line; else the innermost type, else the statement. `doubtful` = it is none
   * of the first two and the text has errors, which may be why.
   */
  definitionAt(source: SourceText, line: number): Promise<Parsed<DefinitionAt>>;
  /** Functions and types whose name, or path of names joined by `.`, `::` or `#`, ends with `name`; in order. */
  definitionsNamed(source: SourceText, name: string): Promise<Parsed<readonly NamedDefinition[]>>;
  /** Elements that hold the line, outermost first. */
  tagsAt(source: SourceText, line: number): Promise<Parsed<readonly TagRange[]>>;
  /** Elements of the name, in order. */
  tagsNamed(source: SourceText, name: string): Promise<Parsed<readonly TagRange[]>>;
  /** What does not pair up, and then what is not understood; each in order. */
  problems(source: SourceText): Promise<Parsed<readonly StructureProblem[]>>;
}
