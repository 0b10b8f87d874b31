import assert from 'node:assert/strict';
import { textField, workbenchEach } from '../../fakes/workbench.ts';

describe('arguments', () => {
  const on = workbenchEach();

  it('may have numbers and booleans as texts, and null for what is absent', async () => {
    on().put('a.txt', 'a\nb\n');
    const args = {
      file: 'a.txt',
      lines: 2,
      content: 'B',
      preview: 'false',
      old: null,
      target: null,
    };

    await on().good('be-replace', args);
    await on().good('be-trx', { action: 'rollback', step: '1' });

    assert.equal(on().bytes('a.txt').toString(), 'a\nb\n');
  });

  it('may be a JSON text, and may have the older names of fields', async () => {
    on().put('a.txt', 'a\nb\n');

    await on().good('be-replace', '{"path":"a.txt:1","old_text":"a","content":"A"}');
    await on().good('be-insert', { file: 'a.txt', line: 1, content: 'x' });

    assert.equal(on().bytes('a.txt').toString(), 'A\nx\nb\n');
  });

  it('may have a target as an object', async () => {
    on().put('a.ts', 'function main() {\n}\n');
    const target = { kind: 'function', value: 'main' };

    const answer = await on().good('be-read', { file: 'a.ts', target });

    assert.equal(answer.structured['end'], 2);
  });

  it('are refused where a text is an object, also one that looks like a target', async () => {
    const content = { kind: 'function', value: 'main' };

    await on().bad('bad-arguments', 'be-write', { file: 'a.json', content });
  });

  it('are refused when a field comes under two names, or is unknown', async () => {
    on().put('a.txt', 'a\nb\n');
    const twice = { file: 'a.txt', lines: '1', line: 2, content: 'x' };

    const answer = await on().bad('bad-arguments', 'be-insert', twice);
    await on().bad('bad-arguments', 'be-read', { file: 'a.txt', toString: 1 });
    await on().bad('bad-arguments', 'be-read', { file: 'a.txt', constructor: 1 });

    assert.match(textField(answer, 'message'), /There is no field "line"; the fields are file, /);
    assert.equal(on().bytes('a.txt').toString(), 'a\nb\n');
  });

  it('are refused by field name, wanted form, and one correct example', async () => {
    const missing = await on().bad('bad-arguments', 'be-replace', { file: 'a.txt:1' });
    const wrong = await on().bad('bad-arguments', 'be-trx', { action: 'undo' });
    const step = await on().bad('bad-arguments', 'be-trx', { action: 'rollback', step: 'two' });

    assert.match(textField(missing, 'message'), /Field "content": expected string/);
    assert.match(textField(wrong, 'message'), /Field "action": .*"rollback"/);
    assert.match(textField(step, 'message'), /Field "step": expected number/);
    assert.match(
      textField(missing, 'advice'),
      /^Call again like this: \{"file":"src\/app\.ts:5-6"/,
    );
  });

  it('may be nothing at all without harm', async () => {
    for (const args of [undefined, null, '', {}, '{}', 'null']) {
      await on().bad('bad-arguments', 'be-write', args);
      await on().good('be-insert-chip', args);
    }
    for (const args of [[], '[]', 5, 'no JSON', true]) {
      await on().bad('bad-arguments', 'be-write', args);
    }

    assert.deepEqual(on().log.errors, []);
  });
});
