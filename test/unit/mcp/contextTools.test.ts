import assert from 'node:assert/strict';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { liveBenchEach } from '../../fakes/liveBench.ts';
import { connect, startRig, stopRigs, textOf } from './mcpRig.ts';

const log = 'a line of the log\n'.repeat(1000);

/** What a client is given. */
interface Given {
  readonly isError?: boolean;
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

describe('the context of a conversation, over MCP', () => {
  // system_001, user_002, assistant_003, tool_004
  const on = liveBenchEach([log]);
  let client: Client;

  beforeEach(async () => {
    const { url } = await startRig({ service: on().tools.runtime.tools });
    client = await connect(url);
  });

  afterEach(stopRigs);

  const call = (name: string, args: Record<string, unknown>): Promise<Given> =>
    client.callTool({ name, arguments: args }) as Promise<Given>;
  const offload = {
    reason: 'it was read',
    operations: [
      {
        ...{ op: 'payload_offload', ids: ['tool_004'], preserve: null },
        replace_with: { description: 'a log', summary: 'all green', retrieval_hint: 'for times' },
      },
    ],
  };

  it('is changed, read page by page, and put back by another client', async () => {
    const before = on().context.shown();

    const changed = await call('context-update', offload);
    let text = '';
    let next: Record<string, unknown> | undefined = { uri: 'artifact://tool_004@v1' };
    while (next !== undefined) {
      const page = await call('artifact-get', next);
      assert.equal('structuredContent' in page, false);
      const given = textOf(page);
      text += given.slice(given.indexOf('\n\n') + 2);
      const found: string | undefined = /^Next: artifact-get (.*)$/m.exec(given)?.[1];
      next = found === undefined ? undefined : (JSON.parse(found) as Record<string, unknown>);
    }
    const back = await call('context-update', {
      reason: 'it is needed',
      operations: [changed.structuredContent?.['take_back']],
    });

    assert.equal(changed.structuredContent?.['patch_id'], 'patch_001');
    assert.equal(text, log);
    assert.equal(back.isError, false);
    assert.equal(on().context.shown(), before);
  });

  it('is left as it is by a patch that breaks rules, with both forms of the reason', async () => {
    const broken = {
      ...offload,
      operations: [...offload.operations, { op: 'restore', ids: ['x'] }],
    };

    const answer = await call('context-update', broken);

    assert.equal(answer.isError, true);
    assert.equal(answer.structuredContent?.['code'], 'patch-refused');
    assert.match(textOf(answer), /operations\[1\], unknown_id/);
    assert.equal(on().context.session.state.patchCount, 0);
  });

  it('is out of reach as soon as the conversation ends', async () => {
    assert.equal((await call('artifact-get', { uri: 'tool_004' })).isError, false);
    on().end();

    for (const [name, args] of [
      ['context-update', offload],
      ['artifact-get', { uri: 'tool_004' }],
    ] as const) {
      const answer = await call(name, args);
      assert.equal(answer.structuredContent?.['code'], 'session-not-found');
    }
  });

  it('keeps a call whose arguments are no JSON under its name', async () => {
    const body =
      '{"method":"tools/call","params":{"name":"context-update","arguments":{"reason":"a';
    const bytes = new TextEncoder().encode(body);
    const caller = { client: 'x', session: 'y' };

    await on().tools.runtime.tools.keepUnreadable(bytes, 'it ends', caller);

    const [chip] = await on().tools.store.chips({});
    assert.equal(chip?.tool, 'context-update');
  });
});
