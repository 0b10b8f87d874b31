import assert from 'node:assert/strict';
import { answerBytes, numbered, workbenchEach } from '../../fakes/workbench.ts';

const limit = 10_000;

describe('an answer', () => {
  const on = workbenchEach();
  const sizeOf = async (name: string, args: unknown, client?: string): Promise<number> => {
    const over = client === undefined ? {} : { caller: { client } };
    return answerBytes(await on().call(name, args, over));
  };
  const texts: [string, string][] = [
    ['plain', 'const value = compute(1, 2, 3); // a remark\n'],
    ['full of quotes', '"\\"\\\\"\t"\\"\\\\"\t"\\"\\\\"\n'],
    ['Chinese', '这是一个很长的注释，用来测试字节数\n'],
    ['of control characters', '\u0001\u0002\u0003\u001b[31m\u0001\u0002\n'],
    ['of blank lines', '\n'],
    ['of one long line', 'x'.repeat(100)],
    ['of emoji', '😀😀😀😀😀😀\n'],
  ];

  for (const [kind, line] of texts) {
    it(`stays within ${limit} bytes, both forms together, for a big file ${kind}`, async () => {
      on().put('a.txt', line.repeat(20_000));

      assert.ok((await sizeOf('be-read', { file: 'a.txt' })) <= limit);
      const content = line.repeat(3_000);
      assert.ok((await sizeOf('be-replace', { file: 'a.txt:1-1', content })) <= limit);
      const all = { file: 'a.txt:1-1', content, preview: true };
      assert.ok((await sizeOf('be-replace', all)) <= limit);
      assert.ok((await sizeOf('be-write', { file: 'new.txt', content })) <= limit);
      const old = { file: 'a.txt:1-1', old: 'other', content };
      assert.ok((await sizeOf('be-replace', old)) <= limit);
      const stale = { file: 'a.txt:1-1', viewed_code_id: 'v1' };
      assert.ok((await sizeOf('be-delete', stale)) <= limit);
    });
  }

  it('stays within the limit for a write of many files', async () => {
    const files = Array.from({ length: 40 }, (_, index) => ({
      file: `src/some/folder/file-${index}.ts`,
      content: numbered(100),
    }));

    assert.ok((await sizeOf('be-write', { files })) <= limit);
  });

  it('stays within the limit where an argument is of any length', async () => {
    const long = 'x/"'.repeat(20_000);
    on().put('a.txt', 'a\n');

    assert.ok((await sizeOf('be-read', { file: long })) <= limit);
    assert.ok((await sizeOf('be-read', { file: `../${long}` })) <= limit);
    assert.ok((await sizeOf('be-read', { file: 'a.txt', target: long })) <= limit);
    assert.ok((await sizeOf('be-read', { file: 'a.txt', lines: long })) <= limit);
    assert.ok((await sizeOf('be-read', { file: 'a.txt', [long]: 1 })) <= limit);
    assert.ok((await sizeOf('be-insert-chip', { from: long, to: long })) <= limit);
    assert.ok((await sizeOf('be-trx', { action: 'rollback', event: long })) <= limit);
    assert.ok((await sizeOf(long, {})) <= limit);
  });

  it('is longer for clients that are known to show more', async () => {
    on().put('a.txt', numbered(5000));

    const size = await sizeOf('be-read', { file: 'a.txt' }, 'opencode');

    assert.ok(size > 2 * limit && size <= 90_000);
  });

  it('shows a good part of what it may', async () => {
    on().put('a.txt', numbered(5000));

    assert.ok((await sizeOf('be-read', { file: 'a.txt' })) > limit / 2);
  });
});
