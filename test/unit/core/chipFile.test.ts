import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readChipFile, writeChipFile } from '../../../src/core/chips/chipFile.ts';
import type { FileChip } from '../../../src/core/chips/chipFile.ts';
import { chipArguments, chipExcerpt } from '../../../src/core/chips/chipText.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const one: FileChip = {
  id: '1a2b3c',
  kind: 'call',
  tool: 'be-write',
  workspace: '/w',
  file: '/w/a.ts',
  errorCode: 'write-failed',
  errorMessage: 'The disk is full.',
  session: 's1',
  event: 'e1',
  created: Date.UTC(2026, 0, 1),
  expires: Date.UTC(2026, 0, 31),
  replayed: Date.UTC(2026, 0, 2),
  pinned: true,
  excerpt: 'a b',
  content: bytesOf('{"file":"a.ts","content":"a\\nb"}'),
};

/** A chip file as plain data, with a chip's fields replaced. */
function changed(over: Record<string, unknown>, file: Record<string, unknown> = {}): Uint8Array {
  const bytes = writeChipFile({ exported: 0, chips: [one] });
  const data = JSON.parse(new TextDecoder().decode(bytes)) as { chips: object[] };
  const chips = data.chips.map((chip) => ({ ...chip, ...over }));
  return bytesOf(JSON.stringify({ ...data, chips, ...file }));
}

function problemOf(bytes: Uint8Array): string {
  const result = readChipFile(bytes);
  return result.ok ? 'none' : result.failure;
}

describe('a file of chips', () => {
  it('is JSON that a person can read, one chip a line', () => {
    const text = new TextDecoder().decode(writeChipFile({ exported: 0, chips: [one] }));

    const [head, chip] = text.split('\n');
    assert.equal(
      head,
      '{"chipboard":"chips","version":1,"exported":"1970-01-01T00:00:00.000Z","chips":[',
    );
    assert.match(chip ?? '', /"created":"2026-01-01T00:00:00.000Z".*"arguments":\{"file":"a.ts"/);
  });

  it('gives back every chip as it was, whatever its content', () => {
    const text = fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('{"__proto__":{"a":1}}', '{"a":1.0}', '{"a":1,"a":2}', '\uFEFF{}', ''),
    );
    const content = fc.oneof(text.map(bytesOf), fc.uint8Array());
    const time = fc.integer({ min: -1e12, max: 4e12 });
    const chip = fc.record(
      {
        id: fc.integer({ min: 0, max: 0xffffff }).map((id) => id.toString(16).padStart(6, '0')),
        kind: fc.constantFrom('call', 'deleted', 'unwritten'),
        tool: fc.string({ minLength: 1, maxLength: 20 }),
        workspace: fc.string(),
        file: fc.string(),
        errorCode: fc.string({ maxLength: 30 }),
        errorMessage: fc.string(),
        session: fc.string(),
        event: fc.string(),
        created: time,
        expires: time,
        replayed: time,
        pinned: fc.boolean(),
        content,
      },
      { requiredKeys: ['id', 'kind', 'tool', 'workspace', 'created', 'pinned', 'content'] },
    );
    const chips = fc.uniqueArray(chip, { selector: ({ id }) => id, maxLength: 8 });

    fc.assert(
      fc.property(chips, time, (given, exported) => {
        const written = given.map((each) => {
          const args = chipArguments(each.content);
          return { ...each, excerpt: args === undefined ? '' : chipExcerpt(args) };
        });

        const read = readChipFile(writeChipFile({ exported, chips: written }));

        assert.ok(read.ok);
        assert.equal(read.value.exported, exported);
        assert.deepEqual(
          read.value.chips.map((each) => ({ ...each, content: [...each.content] })),
          written.map((each) => ({ ...each, content: [...each.content] })),
        );
      }),
    );
  });

  for (const [what, bytes, problem] of [
    ['is no text', Uint8Array.of(0xff, 0xfe), /no text in UTF-8/],
    ['was cut off', changed({}).slice(0, -5), /cut off/],
    ['is no object', bytesOf('[]'), /The file is no object/],
    ['is something else', changed({}, { chipboard: 'x' }), /exported/],
    ['is newer', changed({}, { version: 2 }), /another version/],
    ['has no time', changed({}, { exported: 5 }), /"exported" is no time/],
    ['has no list', changed({}, { chips: {} }), /"chips" is no list/],
    ['has a chip that is none', changed({}, { chips: [one.id] }), /Chip 1 is no object/],
    ['has an id of another form', changed({ id: '../../x' }), /"id" of chip 1/],
    ['has an unknown kind', changed({ kind: 'x' }), /"kind" of chip 1/],
    ['has a chip without a tool', changed({ tool: '' }), /"tool" of chip 1/],
    ['has a path that is no text', changed({ file: { a: 1 } }), /"file" of chip 1/],
    ['has a text that is too long', changed({ session: 'x'.repeat(1001) }), /"session" of chip 1/],
    [
      'has a time that is none',
      changed({ created: '2026-99-99T00:00:00Z' }),
      /"created" of chip 1/,
    ],
    ['has a pin that is none', changed({ pinned: 1 }), /"pinned" of chip 1/],
    ['has no content', changed({ arguments: undefined }), /either/],
    ['has two contents', changed({ base64: '' }), /either/],
    ['has wrong base64', changed({ arguments: undefined, base64: '*' }), /"base64" of chip 1/],
  ] as const) {
    it(`that ${what} is refused with the reason`, () => {
      assert.match(problemOf(bytes), problem);
    });
  }

  it('that has one chip twice, or keys of prototypes, is refused', () => {
    const twice = writeChipFile({ exported: 0, chips: [one, one] });
    const text = new TextDecoder().decode(changed({}));
    const inChip = bytesOf(text.replace('"id":', '"__proto__":{},"id":'));
    const inArguments = bytesOf(text.replace('"arguments":{', '"arguments":{"__proto__":{},'));
    const hidden = bytesOf(text.replace('"arguments":{', '"arguments":{"\\u005f_proto__":{},'));

    assert.match(problemOf(twice), /Chip 2 has the id 1a2b3c/);
    assert.match(problemOf(inChip), /__proto__/);
    assert.match(problemOf(inArguments), /"arguments" of chip 1/);
    assert.match(problemOf(hidden), /"arguments" of chip 1/);
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
  });

  it('that is nested too deep, or too large, is refused', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const text = new TextDecoder().decode(changed({ arguments: 'here' }));

    assert.notEqual(problemOf(bytesOf(text.replace('"here"', deep))), 'none');
    assert.match(problemOf(new Uint8Array(256 * 1024 * 1024 + 1)), /256 MB/);
  });
});
