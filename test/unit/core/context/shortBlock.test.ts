import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  describe as describeWords,
  type Block,
  type BlockKind,
} from '../../../../src/core/context/block.ts';
import { decodeEvent, encodeEvent } from '../../../../src/core/context/journalCodec.ts';
import { shortBlock } from '../../../../src/core/context/shortBlock.ts';
import { usualFields } from '../../../../src/core/context/usualBlock.ts';
import { ContextBench } from '../../../fakes/contextBench.ts';

const kinds = Object.keys(usualFields) as BlockKind[];
const text = fc.string({ maxLength: 8 });

/** A block whose fields are as usual for its kind, all but some. */
const anyBlock: fc.Arbitrary<Block> = fc
  .record({ id: text, kind: fc.constantFrom(...kinds), description: text, turn: fc.nat(9) })
  .chain((given) => {
    const usual = usualFields[given.kind];
    const inline = { form: 'inline' as const, artifact: `${given.id}@v1` };
    return fc
      .record(
        {
          tokens: fc.constantFrom({ estimate: 3 }, { estimate: 3, exact: 4 }),
          content: fc.constantFrom<Block['content']>(
            inline,
            { form: 'inline', artifact: 'other@v2' },
            { form: 'offloaded', artifact: inline.artifact, stub: 's' },
          ),
          role: fc.constantFrom(usual.role, 'user' as const),
          visibility: fc.constantFrom(usual.visibility, 'hidden' as const, 'api_required' as const),
          retention: fc.constantFrom(usual.retention, 'ephemeral' as const),
          protected: fc.boolean(),
          pinned: fc.boolean(),
          version: fc.nat(3),
          sources: fc.array(text, { maxLength: 2 }),
          generation: fc.nat(2),
          calls: fc.constant({ list: [{ id: 'c', name: 'n' }], artifact: 'a' }),
          result: fc.constant({ call: 'c', name: 'n', head: 'h' }),
          reasoning: fc.constant({ parent: 'p' }),
        },
        { requiredKeys: ['tokens', 'content'] },
      )
      .map((some): Block => ({ ...given, ...usual, ...some }));
  });

describe('a block in a journal', () => {
  it('is read as it was written, whatever of it is unusual', () => {
    fc.assert(
      fc.property(anyBlock, (block) => {
        const event = { type: 'ingest', block } as const;

        assert.deepEqual(decodeEvent('ingest', encodeEvent(event)), event);
      }),
    );
  });

  it('is written without what is usual', async () => {
    const bench = await ContextBench.begin();
    const id = await bench.user('one');

    assert.deepEqual(
      Object.entries(shortBlock(bench.block(id))).filter(([, value]) => value !== undefined),
      [
        ['id', id],
        ['kind', 'user_message'],
        ['description', 'one'],
        ['tokens', bench.block(id).tokens],
        ['turn', 0],
      ],
    );
  });

  it('is also read where all of it was written', async () => {
    const bench = await ContextBench.begin();
    await bench.user('one');
    await bench.chain('two', 'three');
    const shown = bench.shown();
    const journal = bench.store.journals.get('s1') ?? [];
    for (const [index, event] of journal.entries()) {
      const decoded = decodeEvent(event.type, event.data);
      assert.ok(decoded !== undefined);
      journal[index] = { ...event, data: JSON.stringify(decoded) };
    }
    assert.match(journal[0]?.data ?? '', /"retention":"persistent"/);

    const again = await bench.reopened();

    assert.equal(bench.shown(again), shown);
  });

  it('is unreadable without its id, a known kind or its tokens', () => {
    const whole = {
      id: 'a',
      kind: 'user_message',
      description: '',
      tokens: { estimate: 1 },
      turn: 0,
    };
    const dataOf = (block: unknown): string => JSON.stringify({ block });

    assert.ok(decodeEvent('ingest', dataOf(whole)) !== undefined);
    for (const wrong of [{ id: 5 }, { kind: 'toString' }, { kind: 7 }, { tokens: null }]) {
      assert.equal(decodeEvent('ingest', dataOf({ ...whole, ...wrong })), undefined);
    }
    assert.equal(decodeEvent('ingest', dataOf(null)), undefined);
  });
});

describe('the description of a text', () => {
  it('is its first words on one line, wherever its blanks are', () => {
    const blank = fc.constantFrom(' ', '\n', '  ', '\t\t', ' '.repeat(60), '\n'.repeat(120));
    const word = fc.constantFrom('a', 'word', 'é中', '\u{1f600}'.repeat(30), 'x'.repeat(109));
    const texts = fc.array(fc.oneof(word, blank), { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, (given) => {
        fc.pre(given.length <= 880);
        const words = [...given.replace(/\s+/g, ' ').trim()];
        const expected = words.length > 110 ? `${words.slice(0, 110).join('')}…` : words.join('');

        assert.equal(describeWords('', given), expected);
      }),
      { numRuns: 500 },
    );
  });
});
