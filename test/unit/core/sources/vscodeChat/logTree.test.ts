import assert from 'node:assert/strict';
import fc from 'fast-check';
import { valueAt } from '../../../../../src/core/sources/recordText.ts';
import type { PathStep } from '../../../../../src/core/sources/recordedBlock.ts';
import {
  applyLine,
  originAt,
  startTree,
  type LogTree,
} from '../../../../../src/core/sources/vscodeChat/logTree.ts';

type Line = Readonly<Record<string, unknown>>;

/** Replays lines; the offset of a line is its number, so that origins name it. */
function replay(lines: readonly Line[]): { tree: LogTree; refused: (string | undefined)[] } {
  const tree = startTree();
  const refused = lines.map((line, offset) => applyLine(tree, line, { file: 0, offset, bytes: 1 }));
  return { tree, refused };
}

function* paths(value: unknown, path: readonly PathStep[] = []): Generator<readonly PathStep[]> {
  yield path;
  if (Array.isArray(value)) {
    for (const [index, child] of value.entries()) {
      yield* paths(child, [...path, index]);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value)) {
      yield* paths(child, [...path, key]);
    }
  }
}

const initial = { kind: 0, v: { a: [1, { b: 'x' }, [2]], c: { d: null } } };

const small = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.nat(9),
    fc.constantFrom('p', 'q'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
  ),
})).value;

const path = fc.array(fc.oneof(fc.constantFrom('a', 'b', 'c', 'd', '__proto__'), fc.nat(4)), {
  maxLength: 4,
});

const line = fc.oneof(
  fc.record({ kind: fc.constant(1), k: path, v: small }),
  fc.record(
    {
      kind: fc.constant(2),
      k: path,
      v: fc.array(small, { maxLength: 3 }),
      i: fc.integer({ min: -1, max: 4 }),
    },
    { requiredKeys: ['kind', 'k'] },
  ),
  fc.record({ kind: fc.constant(3), k: path }),
);

describe('The append log of chat sessions', () => {
  it('sets, pushes, cuts and deletes in order, and a later whole one resets', () => {
    const { tree, refused } = replay([
      initial,
      { kind: 1, k: ['c', 'e'], v: 'new' },
      { kind: 2, k: ['a'], v: ['y', 'z'], i: 1 },
      { kind: 2, k: ['f'], v: [1] },
      { kind: 3, k: ['c', 'd'] },
    ]);
    assert.deepEqual(refused, [undefined, undefined, undefined, undefined, undefined]);
    assert.deepEqual(tree.root, { a: [1, 'y', 'z'], c: { e: 'new' }, f: [1] });
    applyLine(tree, { kind: 0, v: { fresh: true } }, { file: 0, offset: 9, bytes: 1 });
    assert.deepEqual(tree.root, { fresh: true });
  });

  it('refuses paths that lead nowhere, and changes nothing', () => {
    const before = replay([initial]).tree;
    for (const bad of [
      { kind: 1, k: [], v: {} },
      { kind: 1, k: ['__proto__', 'x'], v: 1 },
      { kind: 1, k: ['constructor'], v: 1 },
      { kind: 1, k: ['a', 4], v: 1 },
      { kind: 1, k: ['a', -1], v: 1 },
      { kind: 1, k: ['a', 1.5], v: 1 },
      { kind: 1, k: ['a', 'length'], v: 1e9 },
      { kind: 1, k: ['nowhere', 'x'], v: 1 },
      { kind: 1, k: 'a', v: 1 },
      { kind: 2, k: ['c'], v: [1] },
      { kind: 2, k: ['a'], v: 'text' },
      { kind: 2, k: ['a'], i: 4294967295 },
      { kind: 2, k: ['a'], i: -1 },
      { kind: 2, k: ['a'], i: 'x' },
      { kind: 1, k: Array.from({ length: 65 }, () => 'a'), v: 1 },
      { kind: 0, v: [] },
    ]) {
      const { tree, refused } = replay([initial, bad]);
      assert.notEqual(refused[1], undefined, JSON.stringify(bad));
      assert.deepEqual(tree, before, JSON.stringify(bad));
    }
    assert.equal(({} as { x?: unknown }).x, undefined);
  });

  it('refuses changes before there is a session', () => {
    assert.notEqual(replay([{ kind: 1, k: ['a'], v: 1 }]).refused[0], undefined);
  });

  it('knows for every value that one line wrote which line that was, and where in it', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (changes) => {
        const lines: Line[] = [initial, ...changes];
        const { tree } = replay(lines);
        let found = 0;
        for (const at of paths(tree.root)) {
          const origin = originAt(tree, at);
          if (origin !== undefined) {
            found += 1;
            assert.deepEqual(valueAt(lines[origin.offset], origin.path), valueAt(tree.root, at));
          } else {
            // Only containers are written in parts; a deleted item of a list has no text.
            const value = valueAt(tree.root, at);
            assert.ok(typeof value === 'object', JSON.stringify(at));
          }
        }
        assert.ok(found > 0 || Object.keys(tree.root as object).length === 0);
      }),
    );
  });
});
