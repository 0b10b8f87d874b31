import assert from 'node:assert/strict';
import { setTimeout as later } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { lineWith } from '../../../src/core/sources/textSearch.ts';
import { DirectTranscripts } from '../../../src/node/transcripts/directTranscripts.ts';
import { madeRecords } from '../../fakes/madeTranscripts.ts';
import { long, MemoryBench } from './transcriptsMemorySetup.ts';
import { codeOf, mainOf, valueOf } from './transcriptsSetup.ts';

const sample = (path: string): string =>
  fileURLToPath(new URL(`../../fixtures/transcripts/${path}`, import.meta.url));

describe('Words in a transcript that nobody has open', () => {
  let bench: MemoryBench;
  beforeEach(async () => (bench = await MemoryBench.make()));
  afterEach(() => bench.dispose());

  it('are counted by blocks, with the session and a line of the first', async () => {
    const [question, answer] = madeRecords(2);
    const path = await bench.folder.write('s1.jsonl', [
      { ...question, made: 'question', text: 'Where is it?' },
      { ...answer, made: 'answer', text: 'First line.\nThe Needle is  in the hay.\nLast line.' },
      { made: 'question', sessionId: 's1', text: 'One more needle, and hay too' },
    ]);

    const found = valueOf(await bench.start().hits({ path }, 'needle HAY'));
    const none = valueOf(await bench.start().hits({ path }, 'needle straw'));

    assert.deepEqual(found, {
      ...{ blocks: 2, partial: false },
      first: { session: [], line: 'The Needle is in the hay.' },
    });
    assert.deepEqual(none, { blocks: 0, partial: false });
  });

  it('are found in subagents too, and of those alone the subagent is named', async () => {
    const source = new DirectTranscripts();
    const path = sample('claude-code/autocompact/4d5611e5-241a-462a-8d15-5122611a9569.jsonl');
    const state = valueOf(await source.open({ path, until: 'whole' }));
    const texts = async (session: readonly number[]): Promise<readonly string[]> => {
      const at = { ...mainOf(state), session };
      const { blocks } = valueOf(await source.overview(at));
      const all = Array.from({ length: blocks }, async (_, block) =>
        valueOf(await source.text(at, { block, from: 0, limit: 262_144 })),
      );
      return (await Promise.all(all)).map(({ text }) => text.toLowerCase());
    };
    const [main, child] = [await texts([]), await texts([1])];
    const words = child.flatMap((text) => text.match(/\w{6,}/g) ?? []);
    const word = words.find((one) => !main.some((text) => text.includes(one))) ?? '';

    const { first, blocks } = valueOf(await source.hits({ path }, word));
    source.dispose();

    assert.deepEqual(first?.session, [1]);
    assert.ok(first.line.toLowerCase().includes(word), first.line);
    assert.ok(blocks >= child.filter((text) => text.includes(word)).length);
  });

  it('leave nothing open and nothing remembered behind', async () => {
    const path = await bench.folder.write('s1.jsonl', long);
    const source = bench.start();
    const opened: string[] = [];
    source.onDidChange(({ transcript }) => opened.push(transcript));

    valueOf(await source.hits({ path }, 'question'));
    await later(20);

    assert.equal(await bench.store.transcriptResume(path), undefined);
    for (const name of ['t1', ...opened]) {
      assert.equal(codeOf(await source.state(name)), 'not-open');
    }
  });

  it('are not looked for any longer once they are not wanted', async () => {
    const path = await bench.folder.write('s1.jsonl', long);
    const source = bench.start();
    const stop = new AbortController();

    const found = source.hits({ path }, 'question', stop.signal);
    setImmediate(() => stop.abort());

    assert.equal(codeOf(await found), 'cancelled');
    assert.equal(codeOf(await source.state('t1')), 'not-open');
    assert.equal(codeOf(await source.hits({ path: `${path}x` }, 'question')), 'not-found');
  });
});

describe('The line of a text that is shown for a word', () => {
  it('is cut around the word where it is long, with marks where it was', () => {
    const text = `short\n${'a '.repeat(100)}Word ${'b '.repeat(200)}\nend word`;

    const line = lineWith(text, ['word', 'end']);

    assert.match(line, /^…(?:a )+Word (?:b )+b…$/);
    assert.ok(line.length <= 164);
    assert.equal(lineWith('one\nword', ['word']), 'word');
    assert.equal(lineWith('one', ['word']), '');
  });
});
