/*
 * Lists what is left to do for the texts that people see: `npm run texts [-- path …]` prints those of the files (all
 * that people see, if none is named) that are not looked up, those without a translation, and translations of nothing.
 * Ends with 1 if there is any.
 */
import { textFiles, untranslated, unusedTranslations } from './texts/shownFiles.ts';

const only = process.argv.slice(2);
const files = textFiles().filter(
  ({ path }) => only.length === 0 || only.some((name) => path.startsWith(name)),
);
const unmarked = files.flatMap(({ path, unmarked: texts }) =>
  texts.map(({ line, text }) => `${path}:${line}: not looked up: ${text}`),
);
const missing = untranslated(files).map((text) => `not translated: ${JSON.stringify(text)}`);
const unused =
  only.length > 0
    ? []
    : unusedTranslations(files).map((text) => `translates nothing: ${JSON.stringify(text)}`);
const found = [...unmarked, ...missing, ...unused];
process.stdout.write(`${[...found, `${found.length} to do`].join('\n')}\n`);
process.exitCode = found.length > 0 ? 1 : 0;
