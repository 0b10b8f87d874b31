import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { put } from '../workspaceFiles.ts';
import { ask, lastAnswer } from './chat.ts';
import { DocumentReader, putDocuments } from './documents.ts';
import { Journal } from './journal.ts';
import { provider } from './rig.ts';
import { call, resultsOf, say, textOf } from './scriptedProvider.ts';

describe('a command of @chipboard', () => {
  const journal = new Journal();

  after(() => journal.close());

  /** A thread in which two documents were read and put aside. */
  async function begin(prefix: string): Promise<void> {
    const reader = new DocumentReader(await putDocuments(prefix, 2), true);
    provider.script = (request) => reader.answer(request);
    await ask('read the documents');
  }

  it('/context shows how full the window is, the blocks, the changes and what is not known', async () => {
    await begin('shown');

    await ask('/context');

    const text = await lastAnswer();
    assert.match(text, /\d+ % full: [\d,]+ of 200,000 tokens of wide/);
    assert.match(text, /tool results\s+4\s/);
    assert.match(text, /2 offloaded/);
    assert.match(text, /patch_002 model, offload, [\d,]+ freed: read tool_\d+/);
    assert.match(text, /Usage, cache and thinking: not reported by VS Code's stable API/);
    assert.equal(provider.requests.length, 4, 'no model was asked');
  });

  it('/context says so where the window is not known, and where there is no conversation', async () => {
    await ask('/context', 'boundless');
    const none = await lastAnswer();
    provider.script = () => say('Hello.');
    await ask('hello', 'boundless');
    await ask('/context', 'boundless');

    assert.match(none, /no context yet/);
    assert.match(await lastAnswer(), /context window is not known/);
  });

  it('/pin keeps a block and brings back its text, lists, lets go, and says what is not there', async () => {
    await begin('pinned');

    await ask('/pin tool_004 tool_999');
    const pinned = await lastAnswer();
    const pin = (await journal.session()).state.get('tool_004');
    await ask('/undo');
    const refused = await lastAnswer();
    await ask('/pin');
    const listed = await lastAnswer();
    await ask('/pin -tool_004');

    assert.match(
      pinned,
      /Pinned tool_004: [^]*Brought back into view tool_004: [\d,]+ tokens more\.[^]*no block tool_999/,
    );
    assert.deepEqual([pin?.pinned, pin?.content.form], [true, 'inline']);
    assert.match(
      refused,
      /Nothing was taken back\. tool_004 is pinned[^]*\/pin -tool_004 lets it go/,
    );
    assert.match(listed, /Pinned are tool_004/);
    assert.match(await lastAnswer(), /Let go tool_004\. Nothing is pinned/);
  });

  it('/undo takes back the last change, then the one before, and names a change that is not there', async () => {
    await begin('undone');

    await ask('/undo');
    const first = await lastAnswer();
    await ask('/undo patch_001');
    const second = await lastAnswer();
    const { state } = await journal.session();
    await ask('/undo patch_099');

    assert.match(first, /Took back patch_002 \(offload: read tool_\d+\): [\d,]+ tokens more/);
    assert.match(second, /Took back patch_001/);
    assert.equal(state.get('tool_004')?.content.form, 'inline');
    assert.match(await lastAnswer(), /Nothing was taken back\. There is no patch "patch_099"/);
  });

  it('/compact has the model make room, with the words of the user, and keeps nothing of the exchange', async () => {
    await put('long.txt', 'a line\n'.repeat(200));
    provider.script = (request) =>
      resultsOf(request).length === 0 ? [call('be-read', { file: 'long.txt' })] : say('Read.');
    await ask('read it');
    const before = (await journal.session()).state.order;
    provider.script = () => [
      call('context-update', {
        reason: 'asked to',
        operations: [
          {
            op: 'compact',
            ids: ['assistant_003', 'tool_004'],
            output: { description: 'the file', content: 'long.txt has 200 equal lines' },
            preserve: ['the length'],
            drop: ['the lines'],
          },
        ],
      }),
    ];

    await ask('/compact keep the length');

    const asked = provider.requests.at(-1);
    const { state } = await journal.session();
    assert.deepEqual(asked?.tools, provider.requests[0]?.tools, 'so that a cache can be read');
    assert.match(
      asked === undefined ? '' : textOf(asked),
      /has to stay, in the user's words: keep the length/,
    );
    assert.match(await lastAnswer(), /Freed [\d,]+ tokens[^]*patch_001 compact: asked to/);
    assert.deepEqual(
      state.order.filter((id) => !before.includes(id)).map((id) => state.get(id)?.kind),
      ['summary'],
    );
    assert.equal(state.calls.at(-1)?.purpose, 'maintenance');
  });

  it('exports the numbers of a conversation as JSON', async () => {
    await begin('exported');

    const text = await vscode.commands.executeCommand<string>('chipboard.context.exportMetrics', {
      session: await journal.newest(),
    });

    const { metrics, requests } = JSON.parse(text) as {
      readonly metrics: { readonly requests: number; readonly patches: object };
      readonly requests: readonly object[];
    };
    assert.equal(metrics.requests, 4);
    assert.equal(requests.length, 4);
    assert.deepEqual(metrics.patches, { agent: { payload_offload: { applied: 2, refused: 0 } } });
  });
});
