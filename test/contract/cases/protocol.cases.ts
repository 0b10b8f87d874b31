import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { CaseBench, MakeCaseBench } from './caseBench.ts';

/** Field cases MCP-*: what clients need, and answers that are true. */
export function protocolCases(make: MakeCaseBench): void {
  describe('protocol cases', () => {
    let bench: CaseBench;

    beforeEach(async () => {
      bench = await make();
    });

    afterEach(() => bench.dispose());

    it('MCP-01 lists tools whose schemas every client takes', async () => {
      for (const tool of await bench.tools()) {
        assert.match(`mcp__chipboard__${tool.name}`, /^[a-zA-Z0-9_-]{1,64}$/);
        assert.ok((tool.description ?? '').length < 1000, tool.name);
        const { inputSchema } = tool;
        assert.equal(inputSchema['type'], 'object');
        assert.deepEqual(
          ['anyOf', 'oneOf', 'allOf', '$ref', '$schema', '$defs'].filter(
            (key) => key in inputSchema,
          ),
          [],
          tool.name,
        );
        checkSchema(inputSchema, tool.name);
      }
    });

    it('MCP-02 answers two clients in turn, and one goes on when the other has left', async () => {
      bench.put('two.txt', 'one\ntwo\n');
      for (let turn = 0; turn < 20; turn++) {
        for (const session of ['A', 'B']) {
          const line = (turn % 2) + 1;
          const { structured } = await bench.good('be-read', { file: `two.txt:${line}` }, session);
          assert.equal(structured['content'], `${line}\t${line === 1 ? 'one' : 'two'}`);
        }
      }
      const kept = await bench.good('be-delete', { file: 'two.txt:2' }, 'A');
      await bench.disconnect('A');

      // Ids, chips and events belong to the workspace, not to the connection.
      const status = await bench.good('be-trx', { action: 'status' }, 'B');
      const chips = await bench.good('be-insert-chip', {}, 'C');

      assert.match(status.text, new RegExp(String(kept.structured['event_id'])));
      assert.match(chips.text, new RegExp(String(kept.structured['chip']).replace('chip://', '')));
      await bench.disconnect('B');
      await bench.disconnect('C');
    });

    it('MCP-05 says which tools may be called again without harm', async () => {
      const hints = new Map((await bench.tools()).map((one) => [one.name, one.annotations ?? {}]));

      for (const name of ['be-insert', 'be-delete', 'be-replace', 'be-insert-chip', 'be-trx']) {
        assert.equal(hints.get(name)?.['idempotentHint'], false, name);
      }
      assert.equal(hints.get('be-read')?.['readOnlyHint'], true);
      assert.equal(hints.get('be-write')?.['idempotentHint'], true);
    });

    it('says which conversation it needs where none with a managed context is open', async () => {
      const update = { reason: 'x', operations: [] };
      const refused = [
        await bench.bad('session-not-found', 'context-update', update),
        await bench.bad('session-not-found', 'artifact-get', { uri: 'artifact://tool_003@v1' }),
      ];

      for (const { text } of refused) {
        assert.match(text.split('\n')[0] ?? '', /No conversation with a managed context is open/);
        assert.match(text.split('\n')[1] ?? '', /^Next: Go on without this tool/);
      }
    });

    it('MCP-08 keeps ids, events and chips when the connection ends', async () => {
      bench.put('a.txt', 'one\ntwo\nthree\n');
      const { structured } = await bench.good('be-read', { file: 'a.txt' }, 'first');
      await bench.disconnect('first');
      const id = structured['viewed_code_id'];

      await bench.good(
        'be-replace',
        { file: 'a.txt:2', content: 'TWO', viewed_code_id: id },
        'second',
      );
      const gone = await bench.bad('view-not-found', 'be-replace', {
        file: 'a.txt:2',
        content: 'x',
        viewed_code_id: 'v00000000',
      });

      assert.equal(bench.text('a.txt'), 'one\nTWO\nthree\n');
      assert.match(gone.text, /call again with the viewed_code_id given here/);
      await bench.disconnect('second');
    });

    it('MCP-10 says the cause in the first line when a file is read-only or not there', async () => {
      const path = bench.put('fixed.txt', 'one\ntwo\n');
      fs.chmodSync(path, 0o444);
      const uri = pathToFileURL(path).href;
      const source = pathToFileURL(bench.put('source.txt', 'text\n')).href;
      const ways: readonly (readonly [string, (file: string) => object])[] = [
        ['be-replace', (file) => ({ file: `${file}:1`, content: 'x' })],
        ['be-insert', (file) => ({ file: `${file}:1`, content: 'x' })],
        ['be-delete', (file) => ({ file: `${file}:1` })],
      ];
      for (const [tool, args] of ways) {
        const locked = await bench.bad('file-not-writable', tool, args('fixed.txt'));
        const missing = await bench.bad('file-not-found', tool, args('no/such/folder/a.txt'));
        assert.match(locked.text.split('\n')[0] ?? '', /fixed\.txt is read-only/);
        assert.match(missing.text.split('\n')[0] ?? '', /no file/);
        assert.match(missing.text.split('\n')[1] ?? '', /^Next: /);
      }
      await bench.bad('file-not-writable', 'be-write', { file: 'fixed.txt', content: 'x\n' });
      await bench.bad('file-not-writable', 'be-insert-chip', { from: source, to: `${uri}:1` });

      assert.equal(bench.text('fixed.txt'), 'one\ntwo\n');
      assert.ok(!fs.existsSync(bench.path('no')));
    });

    it('MCP-10 does not say that something changed when nothing did', async () => {
      bench.put('same.txt', 'one\ntwo\n');
      const before = fs.statSync(bench.path('same.txt')).mtimeMs;

      const replace = await bench.good('be-replace', { file: 'same.txt:2', content: 'two' });
      const write = await bench.good('be-write', { file: 'same.txt', content: 'one\ntwo\n' });

      for (const answer of [replace, write]) {
        assert.match(answer.text, /No change: the file already is like this/);
        assert.equal(answer.structured['event_id'], undefined);
      }
      assert.equal(fs.statSync(bench.path('same.txt')).mtimeMs, before);
    });
  });
}

/** Arrays have typed items, and nothing refers to something elsewhere. */
function checkSchema(schema: unknown, where: string): void {
  if (typeof schema !== 'object' || schema === null) {
    return;
  }
  const fields = schema as Record<string, unknown>;
  assert.ok(!('$ref' in fields), `${where} has a $ref`);
  if (fields['type'] === 'array') {
    const items = fields['items'] as Record<string, unknown> | undefined;
    assert.equal(typeof items?.['type'], 'string', `${where} is a list of unknown things`);
  }
  for (const [key, value] of Object.entries(fields)) {
    checkSchema(value, `${where}.${key}`);
  }
}
