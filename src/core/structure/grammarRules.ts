/** What the nodes of a grammar's syntax tree mean. */
export interface GrammarRules {
  /** Node types of functions, and what each is called. */
  readonly functions: Readonly<Record<string, string>>;
  /** Node types of classes and the like. */
  readonly types: Readonly<Record<string, string>>;
  /** Functions without a name of their own: of one line they do not count unless a wrapper names them. */
  readonly anonymous: readonly string[];
  /** Nodes that belong to the definition they hold: `export`, `const x =`, `template <…>`. */
  readonly wrappers: readonly string[];
  /** Decorators, annotations and attributes. */
  readonly attributes: readonly string[];
  readonly comments: readonly string[];
  /** Nodes whose children are statements as those of the file are. */
  readonly transparent: readonly string[];
  /** Node type of a body that follows its signature as a sibling. */
  readonly bodyAfter?: string;
  /** Not all that is legal is understood, so brackets are unpaired only if a plain reading finds that too. */
  readonly loose?: boolean;
  /** The grammar knows JSX. */
  readonly jsx?: boolean;
}

/** Fills in what most grammars do not have. */
export function rules(
  given: Pick<GrammarRules, 'functions'> & Partial<GrammarRules>,
): GrammarRules {
  return {
    types: {},
    anonymous: [],
    wrappers: [],
    attributes: [],
    comments: ['comment'],
    transparent: [],
    ...given,
  };
}
