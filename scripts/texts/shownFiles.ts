/* The files whose texts people see, and the translations of these texts. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FileTexts } from './collectTexts.ts';
import { collectTexts } from './collectTexts.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Files that make texts for people. */
const places = ['webview/**/*.ts', 'src/host/**/*.ts', 'src/panel/**/*.ts'];

/** Texts of a file, with its path from the root of the project. */
export interface TextFile extends FileTexts {
  readonly path: string;
}

/** All files that make texts for people, by their paths. */
export function textFiles(): readonly TextFile[] {
  return globSync(places, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.includes('node_modules'))
    .sort()
    .map((path) => ({ path, ...collectTexts(path, readFileSync(`${root}${path}`, 'utf8')) }));
}

/** The texts in Simplified Chinese by the English ones. */
export function translations(): Readonly<Record<string, string>> {
  const bundle = readFileSync(`${root}l10n/bundle.l10n.zh-cn.json`, 'utf8');
  return JSON.parse(bundle) as Record<string, string>;
}

/** Texts that are looked up in one of the files and have no translation, each once. */
export function untranslated(files: readonly TextFile[]): readonly string[] {
  const known = translations();
  return [...new Set(files.flatMap(({ marked }) => marked.map(({ text }) => text)))].filter(
    (text) => !Object.hasOwn(known, text),
  );
}

/** Translations of texts that none of the files looks up. */
export function unusedTranslations(files: readonly TextFile[]): readonly string[] {
  const used = new Set(files.flatMap(({ marked }) => marked.map(({ text }) => text)));
  return Object.keys(translations()).filter((text) => !used.has(text));
}
