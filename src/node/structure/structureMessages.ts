/** Files the worker loads, as absolute paths. */
export interface GrammarPaths {
  readonly runtime: string;
  /** By the grammar's name. */
  readonly grammars: Readonly<Record<string, string>>;
}

/** What is asked of a text. */
export type Question =
  | { readonly ask: 'definitionAt' | 'tagsAt'; readonly line: number }
  | { readonly ask: 'definitionsNamed' | 'tagsNamed'; readonly name: string }
  | { readonly ask: 'problems' };

/** A question to the worker. The text comes only if the worker has said that it lacks it. */
export interface StructureRequest {
  readonly id: number;
  readonly key: string;
  readonly version: string;
  readonly grammar: string;
  readonly text: string | undefined;
  readonly question: Question;
}

/** The worker's answer. */
export type StructureReply =
  | { readonly id: number; readonly state: 'done'; readonly value: unknown }
  | { readonly id: number; readonly state: 'text-needed' }
  | { readonly id: number; readonly state: 'failed'; readonly why: string };
