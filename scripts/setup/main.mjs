/**
 * Prepares what the project needs, from the command line:
 * `node scripts/setup/main.mjs [dependencies] [system] [editor] [--fresh]`. Without names, everything.
 */
import { ensureDependencies } from './dependencies.mjs';
import { ensureEditor } from './editor.mjs';
import { ensureNode24 } from './node24.mjs';
import { note } from './progress.mjs';
import { ensureSystemPackages } from './system.mjs';

const fresh = process.argv.includes('--fresh');

/** @type {Record<string, () => Promise<string>>} */
const parts = {
  dependencies: async () => {
    await ensureDependencies();
    return `Node: ${await ensureNode24()}`;
  },
  system: async () => `Chromium: ${(await ensureSystemPackages()).chromium}`,
  editor: async () => `editor: ${await ensureEditor({ fresh })}`,
};

const names = process.argv.slice(2).filter((word) => !word.startsWith('--'));
try {
  for (const name of names.length > 0 ? names : Object.keys(parts)) {
    const part = parts[name];
    if (!part) {
      throw new Error(`Unknown part "${name}": choose from ${Object.keys(parts).join(', ')}.`);
    }
    note(await part());
  }
} catch (error) {
  note(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
