import { readFileSync } from 'node:fs';
import { TextView } from '../../../src/core/edit/textView.ts';
import type { WorkerParser } from '../../../src/node/structure/workerParser.ts';
import type { DefinitionRange } from '../../../src/ports/structure.ts';
import { testParser } from '../../fakes/testParser.ts';

/** A parser for all tests of a suite. */
export function parserForSuite(): () => WorkerParser {
  let parser: WorkerParser | undefined;
  before(() => {
    parser = testParser();
  });
  after(() => parser?.close());
  return () => (parser ??= testParser());
}

let versions = 0;

/** A view of a text as a file of that name, in a version of its own. */
export function viewOf(name: string, text: string, size = text.length): TextView {
  versions += 1;
  const facts = { encoding: 'utf8', dirty: false, open: false, size };
  return new TextView({ path: `/w/${name}`, version: String(versions), ...facts }, text);
}

/** The text of a file below `test/fixtures`. */
export function fixture(name: string): string {
  return readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8');
}

/** A range as one short text: `3|5-9 method send`, the doc comment first. */
export function told(found: DefinitionRange | undefined): string {
  if (found === undefined) {
    return 'nothing';
  }
  const { start, end, docStart, kind, name } = found;
  const doc = docStart === start ? '' : `${docStart}|`;
  return `${doc}${start}-${end} ${kind}${name === undefined ? '' : ` ${name}`}`;
}
