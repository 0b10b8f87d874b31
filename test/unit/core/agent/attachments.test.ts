import assert from 'node:assert/strict';
import { AgentTurn } from '../../../../src/core/agent/agentTurn.ts';
import { longestAttachment, type Attachment } from '../../../../src/core/agent/attachments.ts';
import { followThread } from '../../../../src/core/agent/rewind.ts';
import { AgentBench, said, ScriptedModel } from '../../../fakes/agentBench.ts';

const selection: Attachment = { source: 'src/a.ts:3-4', text: 'const a = 1;\nconst b = 2;' };

async function ask(
  bench: AgentBench,
  question: string,
  attached: readonly Attachment[],
): Promise<readonly string[]> {
  const model = new ScriptedModel([[said('Seen.')]]);
  await new AgentTurn(bench.parts(model)).run(question, { attached });
  return model.requests[0]?.messages.map(({ text }) => text) ?? [];
}

describe('what the user attached to a question', () => {
  it('is named in the question, and its text is a block with its source', async () => {
    const bench = await AgentBench.begin();

    const [question, text] = await ask(bench, 'what is a?', [
      selection,
      { source: 'gone.ts', note: 'can not be read (FileNotFound)' },
      { source: 'src/b.ts:7' },
    ]);

    const block = bench.context.session.state.get('tool_002');
    assert.equal(
      question,
      '[block:user_001]\nwhat is a?\n\nAttached by the user:\n- src/a.ts:3-4: below\n- gone.ts: can not be read (FileNotFound)\n- src/b.ts:7',
    );
    assert.equal(text, `[block:tool_002]\n[attached by the user: src/a.ts:3-4]\n${selection.text}`);
    assert.match(block?.description ?? '', /^src\/a\.ts:3-4: const a = 1;/);
    assert.equal(bench.context.session.state.currentQuestion, 'user_001');
  });

  it('is not sent again as long as the same text stands in view', async () => {
    const bench = await AgentBench.begin();
    await ask(bench, 'what is a?', [selection]);

    await ask(bench, 'and b?', [selection]);
    const [again] = (await bench.blocks()).filter(([, text]) => text.startsWith('and b?'));
    await ask(bench, 'and now?', [{ ...selection, text: 'const a = 3;' }]);

    const texts = (await bench.blocks()).filter(([kind]) => kind === 'tool_result');
    assert.match(again?.[1] ?? '', /- src\/a\.ts:3-4: as it stands in tool_002$/);
    assert.deepEqual(
      texts.map(([, text]) => text),
      [selection.text, 'const a = 3;'],
    );
  });

  it('stands with its beginning where it is too long, and can be read back whole', async () => {
    const bench = await AgentBench.begin();
    const long = 'river stone lantern '.repeat(longestAttachment / 10);

    const [, text = ''] = await ask(bench, 'what is it?', [{ source: 'pasted', text: long }]);

    const { session } = bench.context;
    assert.match(
      text,
      /^\[block:tool_002\]\n\[attached by the user: pasted\]\n\[offloaded payload\] pasted: the first 1000 of its 32000 characters\.\nriver[^]*\[full text: artifact:\/\/tool_002@v1; artifact-get reads/,
    );
    assert.ok(text.length < 1500);
    assert.equal(await session.text('tool_002@v1'), long);
    assert.deepEqual(
      [...session.state.patches].map(({ actor, kind }) => [actor, kind]),
      [['client', 'offload']],
    );
  });

  it('leaves the view with its question when the user goes back', async () => {
    const bench = await AgentBench.begin();
    await ask(bench, 'first', []);
    await ask(bench, 'second', [selection]);
    const { session } = bench.context;
    await bench.context.user('second, better');

    await followThread(session, { last: 'assistant_002', later: 0 });

    assert.deepEqual(session.outline.ids, ['user_001', 'assistant_002', 'user_006']);
  });
});
