import assert from 'node:assert/strict';
import type { StoreErrorCode } from '../../../src/ports/store.ts';
import { toolNames } from '../../../src/tools/toolNames.ts';
import {
  agent,
  chipOf,
  numbered,
  textField,
  warningsOf,
  workbenchEach,
} from '../../fakes/workbench.ts';

describe('the tools on offer', () => {
  const on = workbenchEach();

  it('are all tools in a trusted workspace, and those that change no file in another', () => {
    const trusted = on().runtime.tools.list();
    on().workspace.setTrusted(false);
    const untrusted = on().runtime.tools.list();

    assert.deepEqual(
      trusted.map((tool) => tool.name),
      toolNames,
    );
    assert.deepEqual(
      untrusted.map((tool) => tool.name),
      [
        ...['be-read', 'be-func-range', 'be-tag-range', 'be-balance'],
        ...['context-update', 'artifact-get'],
      ],
    );
  });

  it('are announced anew when trust or settings change, until the runtime is disposed', () => {
    let times = 0;
    on().runtime.tools.onDidChangeTools(() => times++);
    on().workspace.setTrusted(false);
    on().settings.set({ language: 'zh' });
    on().runtime.dispose();
    on().workspace.setTrusted(true);

    assert.equal(times, 2);
  });

  it('are described in the language of the settings', () => {
    const english = on().runtime.tools.list();
    on().settings.set({ language: 'zh' });
    const chinese = on().runtime.tools.list();

    assert.ok(english.every((tool) => /^[\x20-\x7e]+$/.test(tool.description)));
    assert.ok(chinese.every((tool) => /\p{Script=Han}/u.test(tool.description)));
  });

  it('have flat schemas that every client takes', () => {
    for (const { name, inputSchema, description } of on().runtime.tools.list()) {
      const json = JSON.stringify(inputSchema);
      assert.match(name, /^[a-z-]{1,40}$/);
      assert.ok(description.length < 500);
      assert.equal(inputSchema['type'], 'object');
      assert.equal(inputSchema['additionalProperties'], false);
      assert.doesNotMatch(json, /"(\$ref|\$defs|\$schema|anyOf|oneOf|allOf|not|const)":/);
      const properties = Object.entries(inputSchema['properties'] as Record<string, Schema>);
      for (const [field, { type, items, description: text }] of properties) {
        assert.match(field, /^[a-z][a-z0-9_]*$/);
        assert.equal(typeof type, 'string', `${name}.${field}`);
        assert.equal(type === 'array', typeof items?.type === 'string', `${name}.${field}`);
        assert.equal(typeof text, 'string');
      }
    }
  });

  it('say truly whether they read, destroy, or may be repeated', () => {
    const hints = on()
      .runtime.tools.list()
      .map(({ name, annotations: { readOnlyHint, destructiveHint, idempotentHint } }) => [
        name,
        readOnlyHint,
        destructiveHint,
        idempotentHint,
      ]);

    assert.deepEqual(hints, [
      ['be-read', true, false, true],
      ['be-replace', false, true, false],
      ['be-insert', false, false, false],
      ['be-delete', false, true, false],
      ['be-write', false, true, true],
      ['be-insert-chip', false, false, false],
      ['be-func-range', true, false, true],
      ['be-tag-range', true, false, true],
      ['be-balance', true, false, true],
      ['be-trx', false, true, false],
      ['context-update', true, false, false],
      ['artifact-get', true, false, true],
    ]);
  });
});

interface Schema {
  readonly type?: unknown;
  readonly description?: unknown;
  readonly items?: { readonly type?: unknown };
}

describe('a call', () => {
  const on = workbenchEach();

  it('of a tool that there is not names those that there are', async () => {
    const answer = await on().bad('tool-not-found', 'be-nothing', {});

    assert.ok(textField(answer, 'advice').includes('be-insert-chip'));
  });

  it('of a misspelt tool loses no text', async () => {
    const args = { file: 'a.txt', content: 'a long text that is worth keeping in a chip' };

    const answer = await on().bad('tool-not-found', 'be_write', args);

    const chip = await on().store.chip(chipOf(answer));
    assert.deepEqual([chip?.tool, chip?.errorCode], ['be_write', 'tool-not-found']);
  });

  it('only reads in a workspace that is not trusted, and works as soon as it is', async () => {
    on().put('a.txt', 'a\n');
    on().workspace.setTrusted(false);
    const args = { file: 'a.txt:1', content: 'a long text that is worth keeping in a chip' };

    await on().good('be-read', { file: 'a.txt' });
    const refused = await on().bad('untrusted-workspace', 'be-replace', args);
    assert.equal(on().bytes('a.txt').toString(), 'a\n');
    assert.equal((await on().store.chip(chipOf(refused)))?.errorCode, 'untrusted-workspace');
    on().workspace.setTrusted(true);
    await on().good('be-replace', args);
  });

  it('that was cancelled changes nothing and keeps nothing but its arguments', async () => {
    on().put('a.txt', 'a\n');
    const over = { signal: AbortSignal.abort() };

    await on().bad('cancelled', 'be-replace', { file: 'a.txt:1', content: 'b' }, over);
    await on().bad('cancelled', 'be-delete', { file: 'a.txt:1' }, over);

    assert.equal(on().bytes('a.txt').toString(), 'a\n');
    assert.deepEqual(await on().store.snapshots({}), []);
  });

  it('cancelled while it is being applied is finished, or undone whole', async () => {
    on().put('a.txt', 'a\n');
    const control = new AbortController();
    on().host.beforeApply = () => {
      control.abort();
      return undefined;
    };

    const args = { file: 'a.txt:1' };
    await on().bad('cancelled', 'be-delete', args, { signal: control.signal });

    assert.equal(on().bytes('a.txt').toString(), 'a\n');
    assert.deepEqual(await on().store.chips({}), []);
  });

  it('says the same in both forms of its answer', async () => {
    on().put('a.txt', numbered(5));
    const calls: [string, object][] = [
      ['be-read', { file: 'a.txt:2-3' }],
      ['be-replace', { file: 'a.txt:2', content: 'two' }],
      ['be-replace', { file: 'a.txt:9', content: 'a text that is long enough to become a chip' }],
      ['be-delete', { file: 'a.txt:1' }],
      ['be-insert-chip', {}],
      ['be-trx', { action: 'status' }],
    ];
    for (const [name, args] of calls) {
      const { text, structured } = await on().call(name, args);
      for (const value of Object.values(structured).flat()) {
        const said = typeof value === 'string' ? value : JSON.stringify(value);
        assert.ok(text.includes(said.replace(/^error$/, 'Error')), `${said} is not in ${text}`);
      }
    }
  });

  it('says when the buffer was not saved, and passes on what the host remarks', async () => {
    on().put('a.txt', 'a\n');
    on().host.afterApply = (applied) =>
      applied.map((one) => ({ ...one, saved: false, warnings: ['Saving is yours.'] }));

    const answer = await on().good('be-replace', { file: 'a.txt:1', content: 'b' });

    assert.equal(answer.structured['saved'], false);
    assert.match(warningsOf(answer), /Saving is yours/);
  });

  it('is recorded with what it came to', async () => {
    on().put('a.txt', 'a\n');
    const edit = await on().good('be-delete', { file: 'a.txt:1' });
    await on().bad('file-not-found', 'be-read', { file: 'none.txt' });

    const [read, deletion] = await on().store.calls(10);

    assert.deepEqual([read?.tool, read?.outcome], ['be-read', 'file-not-found']);
    assert.deepEqual(
      [deletion?.outcome, deletion?.file, deletion?.chip, deletion?.event, deletion?.client],
      ['ok', on().path('a.txt'), chipOf(edit), edit.structured['event_id'], agent.client],
    );
    const args = await on().store.payload(deletion?.arguments ?? '');
    assert.equal(Buffer.from(args ?? []).toString(), '{"file":"a.txt:1"}');
  });

  for (const off of [{ recordCalls: false }, { maxCalls: 0 }, { maxCallBytes: 0 }]) {
    it(`is not recorded with ${JSON.stringify(off)}`, async () => {
      on().settings.set(off);

      await on().bad('file-not-found', 'be-read', { file: 'none.txt' });

      assert.deepEqual(await on().store.calls(10), []);
    });
  }

  it('that fails by a fault of ours says so, logs it, and keeps the arguments', async () => {
    on().put('a.txt', 'a\n');
    on().host.beforeApply = () => {
      throw new Error('a fault');
    };
    const args = { file: 'a.txt:1', content: 'a text that is long enough to become a chip' };

    const answer = await on().bad('internal', 'be-replace', args);

    assert.equal((await on().store.chip(chipOf(answer)))?.errorCode, 'internal');
    assert.match(String(on().log.errors[0]), /a fault/);
    assert.doesNotMatch(answer.text, /a fault/);
  });
});

describe('a body that is no JSON', () => {
  const on = workbenchEach();

  it('is kept as it came, under the tool it names', async () => {
    const body = '{"method":"tools/call","params":{"name":"be-write","arguments":{"file":"C:\\x';

    const bytes = new TextEncoder().encode(body);
    const answer = await on().runtime.tools.keepUnreadable(bytes, 'bad escape', agent);

    assert.equal(answer.isError, true);
    const chip = await on().store.chip(chipOf(answer));
    assert.equal(chip?.tool, 'be-write');
    assert.match(String(chip?.errorMessage), /bad escape$/);
    const kept = Buffer.from((await on().store.payload(chip?.payload ?? '')) ?? []).toString();
    assert.deepEqual(JSON.parse(kept), { _body: body });
  });

  it('keeps its very bytes where they are no UTF-8', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"method":"tools/call","params":{"name":"be-write","arguments":{"content":"'),
      Buffer.from([0xd6, 0xd0, 0xce, 0xc4]),
    ]);

    const answer = await on().runtime.tools.keepUnreadable(bytes, 'no UTF-8', agent);

    const chip = await on().store.chip(chipOf(answer));
    const kept = Buffer.from((await on().store.payload(chip?.payload ?? '')) ?? []).toString();
    const { _base64: base64 } = JSON.parse(kept) as { readonly _base64: string };
    assert.deepEqual(Buffer.from(base64, 'base64'), bytes);
  });
});

describe('a store that fails', () => {
  const on = workbenchEach();
  const codes: StoreErrorCode[] = ['locked', 'full', 'corrupt', 'newer', 'failed'];

  it('never stops an edit, and the answer says that nothing was kept', async () => {
    for (const code of codes) {
      on().put('a.txt', 'a\nb\n');
      on().store.failWith = code;
      const edit = await on().good('be-replace', { file: 'a.txt:1', content: 'A' });
      const deletion = await on().good('be-delete', { file: 'a.txt:2' });
      on().store.failWith = undefined;

      assert.equal(on().bytes('a.txt').toString(), 'A\n');
      assert.match(warningsOf(edit), /^Nothing could be kept for recovery: /);
      assert.match(warningsOf(deletion), /^Nothing could be kept for recovery: /);
      assert.equal('event_id' in edit.structured, false);
      assert.equal('chip' in deletion.structured, false);
    }
  });

  it('never stops a failure from being told', async () => {
    on().store.failWith = 'full';
    const args = { file: 'none.txt:1', content: 'a text that is long enough to become a chip' };

    const answer = await on().bad('file-not-found', 'be-replace', args);

    assert.match(warningsOf(answer), /the disk is full/);
  });

  it('is named by the calls that need it', async () => {
    on().store.failWith = 'locked';

    for (const [name, args] of [
      ['be-insert-chip', {}],
      ['be-trx', { action: 'status' }],
      ['be-trx', { action: 'rollback' }],
      ['be-trx', { action: 'commit' }],
    ] as const) {
      const answer = await on().bad('nothing-kept', name, args);
      assert.match(answer.text, /locked by another program/);
    }
  });

  it('does not let a commit be told that was not made', async () => {
    on().put('a.txt', 'a\n');
    await on().good('be-replace', { file: 'a.txt:1', content: 'A' });
    const write = on().store.write.bind(on().store);
    on().store.write = (writes) => {
      on().store.failWith = 'full';
      return write(writes).finally(() => (on().store.failWith = undefined));
    };

    await on().bad('nothing-kept', 'be-trx', { action: 'commit' });
  });
});
