import { compiledGrammars } from './compiledGrammars.ts';
import type { GrammarRules } from './grammarRules.ts';
import { scriptGrammars } from './scriptGrammars.ts';

/** What each grammar's nodes mean, by the grammar's name. */
export const grammars: Readonly<Record<string, GrammarRules>> = {
  ...scriptGrammars,
  ...compiledGrammars,
};

/**
 * The file of each grammar, and the package it comes from. The grammars for Swift and PowerShell are left out: the
 * engine's optimising compiler takes gigabytes for them and ends the whole process.
 */
export const grammarFiles: Readonly<Record<string, readonly [folder: string, file: string]>> = {
  ...filesIn('@vscode/tree-sitter-wasm/wasm', [
    ...['bash', 'cpp', 'css', 'go', 'java', 'javascript', 'php'],
    ...['python', 'ruby', 'rust', 'tsx', 'typescript'],
  ]),
  csharp: ['@vscode/tree-sitter-wasm/wasm', 'tree-sitter-c-sharp.wasm'],
  ...filesIn('tree-sitter-wasms/out', ['c', 'dart', 'json', 'kotlin', 'lua', 'scala', 'zig']),
};

function filesIn(
  folder: string,
  names: readonly string[],
): Record<string, readonly [folder: string, file: string]> {
  return Object.fromEntries(
    names.map((name) => [name, [folder, `tree-sitter-${name}.wasm`] as const]),
  );
}

/** The runtime's own file, from the same place as most grammars. */
export const runtimeFile = ['@vscode/tree-sitter-wasm/wasm', 'tree-sitter.wasm'] as const;
