import * as loaded from '@vscode/tree-sitter-wasm';

// Node gives a CommonJS module as the default of its namespace; a bundle gives it as the namespace itself.
const library = 'default' in loaded ? (loaded.default as typeof loaded) : loaded;

/** The runtime's classes, whichever way the module is loaded. */
export const { Parser, Language, Query } = library;
