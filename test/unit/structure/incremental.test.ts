import assert from 'node:assert/strict';
import fc from 'fast-check';
import { StructureEngine } from '../../../src/node/structure/structureEngine.ts';
import type { Question } from '../../../src/node/structure/structureMessages.ts';
import { textEdit } from '../../../src/node/structure/textEdit.ts';
import { testGrammars } from '../../fakes/testParser.ts';
import { fixture } from './structureRig.ts';

const sources = [
  ['typescript', 'service.ts'],
  ['tsx', 'panel.tsx'],
  ['python', 'tasks.py'],
  ['ruby', 'report.rb'],
  ['rust', 'parser.rs'],
  ['php', 'cart.php'],
] as const;

/** Cuts and pastes: where, how much goes, what comes. */
const edits = fc.array(
  fc.tuple(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.nat(12),
    fc.constantFrom(
      '',
      '}',
      '{',
      '"',
      "'",
      '`',
      '\n',
      '  ',
      'x',
      '(',
      '/*',
      '😀',
      'def f():\n',
      '<b>',
    ),
  ),
  { minLength: 1, maxLength: 4 },
);

async function answer(
  engine: StructureEngine,
  text: string,
  over: { key: string; version: string; grammar: string; question: Question },
): Promise<unknown> {
  const reply = await engine.answer({ id: 1, text, ...over });
  assert.equal(reply.state, 'done');
  return reply;
}

describe('a newer version of a text', () => {
  const kept = new StructureEngine(testGrammars);

  for (const [grammar, name] of sources) {
    it(`gives the same answers as one that was never seen: ${name}`, async () => {
      const original = fixture(`structure/${name}`);
      let run = 0;
      await fc.assert(
        fc.asyncProperty(edits, fc.nat(60), async (steps, line) => {
          run += 1;
          let text = original;
          const at = { key: name, grammar };
          const problems: Question = { ask: 'problems' };
          await answer(kept, text, { ...at, version: `${run}`, question: problems });
          for (const [index, [share, cut, added]] of steps.entries()) {
            const from = Math.floor(share * text.length);
            text = text.slice(0, from) + added + text.slice(from + cut);
            const version = `${run}.${index}`;
            for (const question of [problems, { ask: 'definitionAt', line: line + 1 }] as const) {
              const known = await answer(kept, text, { ...at, version, question });
              const fresh = await answer(kept, text, { ...at, key: version, version, question });
              assert.deepEqual(known, fresh);
            }
          }
        }),
        { numRuns: 12 },
      );
    });
  }

  it('is asked for only when it is not there', async () => {
    const engine = new StructureEngine(testGrammars);
    const asked = { id: 7, key: 'a', grammar: 'json', question: { ask: 'problems' } } as const;

    const first = await engine.answer({ ...asked, version: '1', text: undefined });
    await engine.answer({ ...asked, version: '1', text: '{}' });
    const again = await engine.answer({ ...asked, version: '1', text: undefined });
    const newer = await engine.answer({ ...asked, version: '2', text: undefined });

    assert.deepEqual(
      [first.state, again.state, newer.state],
      ['text-needed', 'done', 'text-needed'],
    );
  });

  it('pushes out the texts that were not used for longest, but never itself', async () => {
    const engine = new StructureEngine(testGrammars, 10);
    const ask = (key: string, text: string | undefined) =>
      engine.answer({
        ...{ id: 1, key, version: '1', grammar: 'json', text },
        question: { ask: 'problems' },
      });

    await ask('a', '[1,2]');
    await ask('b', '[3,4]');
    await ask('a', undefined);
    await ask('c', '[5,6]');
    const states = [];
    for (const key of ['a', 'b', 'c']) {
      states.push((await ask(key, undefined)).state);
    }
    await ask('large', '[1,2,3,4,5,6,7,8,9]');

    assert.deepEqual(states, ['done', 'text-needed', 'done']);
    assert.equal((await ask('large', undefined)).state, 'done');
    assert.equal((await ask('c', undefined)).state, 'text-needed');
  });
});

describe('the stretch by which two texts differ', () => {
  it('turns the one into the other, and never cuts a character in two', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '😀', '😁', '中') });
    fc.assert(
      fc.property(texts, texts, texts, texts, fc.constantFrom(0, 4095, 9000), (...parts) => {
        const [head, before, after, tail, padding] = parts;
        const far = 'x'.repeat(padding);
        const [from, to] = [far + head + before + tail + far, far + head + after + tail + far];

        const { start, oldEnd, newEnd } = textEdit(from, to);

        const made = from.slice(0, start.index) + to.slice(start.index, newEnd.index);
        assert.equal(made + from.slice(oldEnd.index), to);
        assert.ok(from.slice(0, start.index).isWellFormed());
        assert.ok(from.slice(oldEnd.index).isWellFormed());
        for (const [text, place] of [
          [from, start],
          [from, oldEnd],
          [to, newEnd],
        ] as const) {
          const rows = text.slice(0, place.index).split('\n');
          assert.deepEqual([place.row, place.column], [rows.length - 1, rows.at(-1)?.length]);
        }
      }),
    );
  });
});
