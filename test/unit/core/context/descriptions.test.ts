import assert from 'node:assert/strict';
import fc from 'fast-check';
import { callTarget } from '../../../../src/core/context/callTarget.ts';
import { ContextBench } from '../../../fakes/contextBench.ts';
import { offload, redact, replace, restore } from '../../../fakes/contextOperations.ts';

describe('the description of a block', () => {
  let bench: ContextBench;

  beforeEach(async () => {
    bench = await ContextBench.begin();
  });

  /** A call with its answer; gives their descriptions. */
  async function called(name: string, given: object, text: string): Promise<readonly string[]> {
    const id = `call_${bench.session.state.order.length}`;
    const head = await bench.assistant('', [{ id, name, arguments: JSON.stringify(given) }]);
    const result = await bench.result(id, text, name);
    return [head, result].map((each) => bench.block(each).description);
  }

  it('of a message that is only calls names tools and what they are about', async () => {
    const calls = [
      { id: 'a', name: 'be-read', arguments: '{"file":"src/app.ts:1-40"}' },
      { id: 'b', name: 'search', arguments: '{"query":"two\\nlines","max":3}' },
      { id: 'c', name: 'now', arguments: '' },
    ];

    const id = await bench.assistant(' \n', calls);

    assert.equal(bench.block(id).description, 'be-read src/app.ts:1-40, search two lines, now');
  });

  it('of a message with words is its words', async () => {
    const call = { id: 'a', name: 'be-read', arguments: '{"file":"src/app.ts"}' };

    assert.equal(bench.block(await bench.assistant('I look.', [call])).description, 'I look.');
  });

  it('of a result names what was asked for, also where it comes with its call', async () => {
    const descriptions = await called('be-read', { file: 'src/app.ts' }, 'const a = 1;\n');
    const [, together] = await bench.session.ingest([
      {
        kind: 'assistant_message',
        text: '',
        calls: [{ id: 'x', name: 'be-read', arguments: '{"path":"b.ts"}' }],
      },
      { kind: 'tool_result', call: 'x', name: 'be-read', text: 'let b;' },
    ]);

    assert.deepEqual(descriptions, ['be-read src/app.ts', 'be-read src/app.ts: const a = 1;']);
    assert.equal(together?.description, 'be-read b.ts: let b;');
    assert.match(bench.session.manifest().text, /tool_002 .*: be-read src\/app\.ts: const/);
  });

  it('of a result names it also after its text came back, or was changed', async () => {
    await called('be-read', { file: 'a.json' }, '{"a":1,"password":"hunter2"}');
    await bench.done([offload(['tool_002']), restore(['tool_002'])]);
    assert.match(
      bench.block('tool_002').description,
      /^Restored payload of be-read a\.json: JSON object with a, password$/,
    );

    await bench.done(redact(['tool_002'], 'password'));
    assert.equal(bench.block('tool_002').description, 'be-read a.json: JSON object with a');

    await bench.done(replace(['tool_002'], 'nothing'));
    assert.equal(bench.block('tool_002').description, 'be-read a.json: nothing');
  });

  it('of a result without its call has the name alone', async () => {
    const id = await bench.result('nobody', 'text', 'be-read');

    assert.equal(bench.block(id).description, 'be-read: text');
  });

  it('shows no secret of the arguments, and none of their other fields', async () => {
    const command = 'curl -H "Authorization: Bearer abcdef0123456789" --password=hunter2 x.test';

    const [head = ''] = await called('run', { command, env: { TOKEN: 'other-secret' } }, '');

    assert.match(head, /^run curl/);
    assert.doesNotMatch(head, /abcdef0123|hunter2|other-secret/);
  });

  it('is one line, and short, whatever the arguments', async () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.json(),
          fc.string({ unit: 'binary', maxLength: 200 }).map((file) => JSON.stringify({ file })),
        ),
        (given) => {
          const target = callTarget(given);
          assert.ok(target === undefined || ([...target].length <= 61 && target.trim() !== ''));
          assert.doesNotMatch(target ?? '', /[\r\n\t]/);
          assert.ok((target ?? '').isWellFormed());
        },
      ),
    );
    const deep = `${'folder/'.repeat(40)}file.ts`;
    const [head = ''] = await called('be-read', { file: deep }, 'text');
    assert.match(head, /^be-read ….*folder\/file\.ts$/);
  });
});
