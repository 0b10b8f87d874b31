/*
 * Writes what is generated: the manifest parts of package.json and docs/tools.md. With --check it writes nothing and
 * fails if something is not as generated.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { manifestParts } from '../src/manifest/contributes.ts';
import { toolsPage } from './toolsPage.ts';

const check = process.argv.includes('--check');
const root = new URL('../', import.meta.url);

function generated(): readonly (readonly [string, string])[] {
  const manifest = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as object;
  return [
    ['package.json', `${JSON.stringify({ ...manifest, ...manifestParts() }, null, 2)}\n`],
    ['docs/tools.md', toolsPage()],
  ];
}

let stale = false;
for (const [name, text] of generated()) {
  const file = new URL(name, root);
  const present = readOr(file, '');
  if (present !== text) {
    stale = true;
    if (check) {
      process.stderr.write(`${name} is not as generated; run: npm run manifest\n`);
    } else {
      writeFileSync(file, text);
      process.stdout.write(`wrote ${name}\n`);
    }
  }
}
process.exitCode = check && stale ? 1 : 0;

function readOr(file: URL, otherwise: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return otherwise;
  }
}
