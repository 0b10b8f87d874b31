import { join } from 'node:path';
import { grammarFiles, runtimeFile } from '../../core/structure/grammars.ts';
import type { GrammarPaths } from './structureMessages.ts';

/** The grammars in one folder, where the build puts them. */
export function builtGrammars(folder: string): GrammarPaths {
  return paths((_package, file) => join(folder, file));
}

/** The grammars in the packages they come from, below `node_modules`. */
export function packagedGrammars(modules: string): GrammarPaths {
  return paths((package_, file) => join(modules, package_, file));
}

function paths(place: (package_: string, file: string) => string): GrammarPaths {
  return {
    runtime: place(...runtimeFile),
    grammars: Object.fromEntries(
      Object.entries(grammarFiles).map(([name, [package_, file]]) => [name, place(package_, file)]),
    ),
  };
}
