import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { estimateTokens } from '../../../src/core/context/estimateTokens.ts';
import { textTokens } from '../../fakes/tokenTables.ts';

const root = new URL('../../../', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, root), 'utf8');
const below = (folder: string, end: string): string =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end))
    .sort()
    .map((name) => read(`${folder}/${name}`))
    .join('\n');
const messages = (language: string): string =>
  read(`node_modules/typescript/lib/${language}/diagnosticMessages.generated.json`);

/** The same bytes in every run, as unlike words as they can be. */
function randomBytes(count: number): Buffer {
  const parts = Array.from({ length: count / 32 }, (_, index) =>
    createHash('sha256').update(String(index)).digest(),
  );
  return Buffer.concat(parts);
}

const log = Array.from({ length: 2000 }, (_, index) => {
  const request = randomBytes(32).toString('hex', index % 28, (index % 28) + 4);
  return `2026-03-${10 + (index % 20)} 08:${10 + (index % 50)}:07.${100 + (index % 900)} INFO [worker-${index % 8}] request ${request} GET /items/${index * 37} took ${index % 500}ms`;
}).join('\n');

/** Texts, and how far the estimate of all of it may be off. */
const cases: readonly (readonly [string, string, number])[] = [
  ['sources', below('src', '.ts'), 0.06],
  ['English', below('docs', '.md'), 0.08],
  ['JSON', read('package-lock.json'), 0.12],
  ['Chinese', messages('zh-cn'), 0.06],
  ['Japanese', messages('ja'), 0.06],
  ['Korean', messages('ko'), 0.06],
  ['base64', randomBytes(32_000).toString('base64'), 0.08],
  ['hexadecimal digits', randomBytes(32_000).toString('hex'), 0.08],
  ['logs', log, 0.12],
];

describe('estimateTokens beside the exact count', () => {
  for (const [name, text, most] of cases) {
    it(`is off by at most ${most * 100} % for ${name}`, async () => {
      const exact = (await textTokens('o200k')).count(text);

      const error = estimateTokens(text) / exact - 1;

      assert.ok(Math.abs(error) <= most, `${(error * 100).toFixed(1)} %`);
    });
  }
});
