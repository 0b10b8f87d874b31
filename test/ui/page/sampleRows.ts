import type { CallItem } from '../../../src/protocol/calls.ts';
import type { ChipItem } from '../../../src/protocol/chips.ts';

const tools = ['be-write', 'be-replace', 'be-insert', 'be-delete', 'be-insert-chip'] as const;
const files = [
  'src/server/routes.ts',
  'src/app.ts',
  'README.md',
  'test/parser/quotes.test.ts',
  'docs/design/architecture.md',
] as const;
const clients = ['Visual Studio Code', 'claude-code', 'codex-mcp-client', 'gemini-cli'] as const;
const errors = [
  ['bad-arguments', 'The call is not valid JSON, so nothing was done: Bad escaped character.'],
  ['changed-since', 'Lines 40-44 are not what they were when they were read.'],
  ['outside-workspace', '"/etc/hosts" is outside the folders of the workspace.'],
] as const;
const words = [
  'export function parseQuotes(text: string): string[] {',
  '# Release notes for the next version',
  'def load(path): return open(path).read()',
  'const total = items.reduce((sum, item) => sum + item.price, 0);',
  '<section aria-label="Changes"><h2>Changes</h2></section>',
] as const;

const minute = 60_000;
const root = '/home/me/project';

function at<List extends readonly unknown[]>(list: List, index: number): List[number] {
  return list[index % list.length];
}

/** The chip with a number, always the same for the same `now`; 0 is the newest. */
export function sampleChip(number: number, now: number): ChipItem {
  const isCall = number % 3 !== 1;
  const shown = at(files, number * 7);
  const [errorCode, errorMessage] = at(errors, number);
  return {
    id: (0x100000 + number).toString(16),
    kind: isCall ? (number % 11 === 0 ? 'unwritten' : 'call') : 'deleted',
    tool: isCall ? at(tools, number) : 'be-delete',
    bytes: 90 + ((number * 7919) % 40_000),
    excerpt: `${at(words, number)} ${number}`,
    workspace: root,
    file: `${root}/${shown}`,
    shown,
    session: `5e55${(number % 7).toString(16)}a0b1c2d`,
    created: now - number * 7 * minute,
    expires: now - number * 7 * minute + 30 * 24 * 60 * minute,
    pinned: number % 13 === 5,
    ...(isCall && number % 11 !== 0 ? { errorCode, errorMessage } : { event: 'e0e0e0e0' }),
    ...(number % 17 === 4 ? { replayed: now - minute } : {}),
  };
}

/** The call with a number, 1 being the oldest of `total`. */
export function sampleCall(number: number, total: number, now: number): CallItem {
  const age = total - number;
  const shown = at(files, number * 3);
  const failed = number % 9 === 0;
  const isEdit = number % 2 === 0;
  return {
    id: (0xa00000000000 + number).toString(16),
    number,
    tool: isEdit ? at(tools, number) : 'be-read',
    client: at(clients, Math.floor(number / 5)),
    session: `5e55${(number % 7).toString(16)}a0b1c2d`,
    workspace: root,
    file: `${root}/${shown}`,
    shown,
    lines: `${(number % 90) + 1}-${(number % 90) + 9}`,
    started: now - age * 20_000,
    duration: (number * 37) % 900,
    outcome: failed ? at(errors, number)[0] : 'ok',
    ...(failed && isEdit ? { chip: (0x100000 + (number % 20)).toString(16) } : {}),
    ...(!failed && isEdit ? { event: 'e0e0e0e0' } : {}),
  };
}
