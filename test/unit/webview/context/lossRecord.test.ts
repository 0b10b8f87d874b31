import assert from 'node:assert/strict';
import type { OwnBlockRow, RecordedPatchRow } from '../../../../src/ports/transcriptRows.ts';
import { indicesOf } from '../../../../src/ports/runs.ts';
import { lossRecord, leftCount } from '../../../../webview/context/data/lossRecord.ts';
import { patchSizes } from '../../../../webview/context/data/patchFigures.ts';
import { figureText, lossSentence } from '../../../../webview/context/data/patchWords.ts';
import { block, listsOf, sampleSession } from './sampleSession.ts';

const autocompact = sampleSession(
  'claude-code',
  'claude-code/autocompact/4d5611e5-241a-462a-8d15-5122611a9569.jsonl',
);
const codex = sampleSession('codex', 'codex/compacted.jsonl');

function patch(fields: Partial<RecordedPatchRow>): RecordedPatchRow {
  return {
    ...{ id: 'patch_001', kind: 'compact', actor: 'client', call: 1, trigger: '', reason: 'So.' },
    ...{ provenance: 'inferred', because: '', left: [], back: [], created: [] },
    recovery: 'transcript',
    ...fields,
  };
}

describe('the loss record of a patch', () => {
  it('lists every block that an automatic compaction took, each with its place', () => {
    const lists = listsOf(autocompact);
    const { files } = autocompact;

    const record = lossRecord(0, { ...lists, files, own: [] });

    assert.equal(record?.lost.length, 191);
    assert.deepEqual(
      record.lost.map((one) => one.block),
      [...indicesOf(lists.patches[0]?.left ?? [])],
    );
    assert.equal(record.sums.whole.blocks, 191);
    assert.match(record.lost[0]?.how ?? '', /^byte \d+ of 4d5611e5-\S+\.jsonl$/);
    assert.deepEqual(record.created, [191]);
    assert.match(
      lossSentence(record),
      /^Claude Code compacted .* 191 blocks, about [\d,]+ tokens, left the window\. 1 block, about 3,362 tokens, stands there instead\.$/,
    );
  });

  it('has sums by recoverability that come to the sum of all, in every sample', () => {
    for (const session of [autocompact, codex]) {
      const lists = listsOf(session);
      for (const index of lists.patches.keys()) {
        const record = lossRecord(index, { ...lists, files: session.files, own: [] });
        const { whole, partly, none } = record?.sums ?? assert.fail();

        assert.equal(whole.blocks + partly.blocks + none.blocks, record?.sum.blocks);
        assert.equal(whole.tokens + partly.tokens + none.tokens, record?.sum.tokens);
        assert.equal(record?.sum.blocks, leftCount(lists.patches[index] ?? assert.fail()));
      }
    }
  });

  it('agrees with the patch on whether all of it can be had again', () => {
    const lists = listsOf(codex);

    const record = lossRecord(0, { ...lists, files: codex.files, own: [] });

    assert.equal(record?.patch.recovery, 'partly');
    assert.ok(record.sums.none.blocks + record.sums.partly.blocks > 0);
  });

  it('says of each block how it can be had again', () => {
    const blocks = [
      block(0),
      block(1, { fidelity: 'cut' }),
      block(2, { fidelity: 'cut', overflow: 'whole.txt' }),
      block(3, { fidelity: 'lost' }),
      block(4, { fidelity: 'sealed' }),
      block(5, { fidelity: 'lost' }),
    ];
    const own: OwnBlockRow = {
      ...{ block: 5, id: 'x', visibility: 'archived' as const, protected: false, pinned: false },
      ...{ version: 1, inline: false, artifact: 'abc', sources: [], chain: [] },
    };
    const lists = { patches: [patch({ left: [0, 6] })], blocks, files: ['/a/t.jsonl'], own: [own] };

    const record = lossRecord(0, lists);

    assert.deepEqual(
      record?.lost.map(({ recoverable, how }) => [recoverable, how]),
      [
        ['whole', 'byte 0 of t.jsonl'],
        ['partly', 'its beginning: byte 10 of t.jsonl'],
        ['whole', 'in whole.txt beside the transcript'],
        ['none', 'a note in its place: byte 30 of t.jsonl'],
        ['none', 'encrypted: byte 40 of t.jsonl'],
        ['whole', 'kept by Chipboard as abc'],
      ],
    );
  });

  it('says that nothing can be had again of what a redaction erased', () => {
    const lists = {
      patches: [patch({ kind: 'redact', left: [0, 1], recovery: 'none' })],
      ...{ blocks: [block(0)], files: [], own: [] },
    };

    assert.deepEqual(lossRecord(0, lists)?.lost[0]?.recoverable, 'none');
  });

  it('names the stub of a block, and the first later patch that brought it back', () => {
    const lists = {
      patches: [
        patch({ back: [0, 1] }),
        patch({ left: [0, 2], created: [2, 3] }),
        patch({ back: [1, 2] }),
        patch({ back: [1, 2] }),
      ],
      ...{ blocks: [block(0), block(1), block(2, { standsFor: 0 })], files: [], own: [] },
    };

    const lost = lossRecord(1, lists)?.lost ?? [];

    assert.deepEqual(
      lost.map(({ standIn, cameBack }) => [standIn, cameBack]),
      [
        [2, undefined],
        [undefined, 2],
      ],
    );
  });
});

describe('the figures of a patch', () => {
  it('are the agent’s where it counted, else the provider’s of the calls beside it', () => {
    const lists = listsOf(autocompact);

    const { before, after } = patchSizes(lists.patches[0] ?? assert.fail(), lists);

    assert.deepEqual(before, { tokens: 170_251, by: 'agent' });
    assert.equal(after?.by, 'provider');
    assert.equal(after.tokens, lists.compositions[61]?.total);
  });

  it('are absent after a patch that no call followed', () => {
    const session = sampleSession('claude-code', 'claude-code/manual-compact.jsonl');
    const lists = listsOf(session);

    const { after } = patchSizes(lists.patches[0] ?? assert.fail(), lists);

    assert.equal(after, undefined);
    assert.equal(figureText(after), '?');
  });

  it('pass over calls that carried no conversation', () => {
    const lists = listsOf(autocompact);
    const calls = lists.calls.map((call) =>
      call.index === 61 ? { ...call, purpose: 'title' as const } : call,
    );

    const { after } = patchSizes(lists.patches[0] ?? assert.fail(), { ...lists, calls });

    assert.equal(after?.tokens, lists.compositions[62]?.total);
  });
});
