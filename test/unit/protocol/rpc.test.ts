import assert from 'node:assert/strict';
import type { Guard, RpcMessage } from '../../../src/protocol/rpc.ts';
import { Rpc, RpcError } from '../../../src/protocol/rpc.ts';

interface Host {
  readonly requests: {
    readonly 'text/double': { readonly params: string; readonly result: string };
    readonly 'text/wait': { readonly params: null; readonly result: string };
    readonly 'text/throw': { readonly params: string; readonly result: never };
  };
  readonly events: { readonly 'page/ready': number };
}

interface Page {
  readonly requests: { readonly 'page/width': { readonly params: null; readonly result: number } };
  readonly events: { readonly 'state/changed': { readonly revision: number } };
}

const isText: Guard<string> = (value) => typeof value === 'string';
const isNumber: Guard<number> = (value) => typeof value === 'number';
const isNull: Guard<null> = (value) => value === null;
const isState = (value: unknown): value is { readonly revision: number } =>
  typeof (value as { revision?: unknown }).revision === 'number';

/** Two ends that hear each other a moment later, as over `postMessage`. */
function connected(over: { timeout?: number; mute?: boolean } = {}) {
  const faults: string[] = [];
  const states: number[] = [];
  const readies: number[] = [];
  const wire: RpcMessage[] = [];
  const signals: AbortSignal[] = [];
  const host: Rpc<Host, Page> = new Rpc<Host, Page>({
    post: (message) => queueMicrotask(() => page.receive(structuredClone(message))),
    handlers: {
      'text/double': { guard: isText, handle: (text) => text + text },
      'text/wait': {
        guard: isNull,
        handle: (_none, signal) => {
          signals.push(signal);
          return new Promise(() => undefined);
        },
      },
      'text/throw': {
        guard: isText,
        handle: (code) => {
          throw code === '' ? new TypeError('broken') : new RpcError({ code, message: 'as it is' });
        },
      },
    },
    listeners: { 'page/ready': { guard: isNumber, on: (version) => readies.push(version) } },
    onFault: (message) => faults.push(message),
  });
  const page: Rpc<Page, Host> = new Rpc<Page, Host>({
    post: (message) => {
      wire.push(message);
      if (over.mute !== true) {
        queueMicrotask(() => host.receive(structuredClone(message)));
      }
    },
    handlers: { 'page/width': { guard: isNull, handle: () => 250 } },
    listeners: {
      'state/changed': { guard: isState, on: ({ revision }) => states.push(revision) },
    },
    ...(over.timeout === undefined ? {} : { timeout: over.timeout }),
  });
  return { host, page, faults, states, readies, wire, signals };
}

const hasCode = (code: string) => (error: unknown) =>
  error instanceof RpcError && error.code === code;

describe('messages between host and page', () => {
  it('answer a request, whichever comes back first', async () => {
    const { page } = connected();

    const answers = await Promise.all([
      page.request('text/double', 'a'),
      page.request('text/double', 'b'),
    ]);

    assert.deepEqual(answers, ['aa', 'bb']);
  });

  it('go both ways', async () => {
    const { host } = connected();

    assert.equal(await host.request('page/width', null), 250);
  });

  it('tell events, and leave alone those that are not what they should be', async () => {
    const { host, page, states, readies, faults } = connected();

    host.emit('state/changed', { revision: 1 });
    page.emit('page/ready', 7);
    page.emit('page/ready', 'seven' as never);
    page.emit('page/gone' as never, 1 as never);
    await page.request('text/double', 'x');

    assert.deepEqual([states, readies], [[1], [7]]);
    assert.equal(faults.length, 2);
  });

  it('answer with an error what nobody answers, what is asked wrongly, and what fails', async () => {
    const { page, faults } = connected();

    await assert.rejects(
      page.request('text/none' as never, 'x' as never),
      hasCode('unknown-request'),
    );
    await assert.rejects(
      page.request('toString' as never, 'x' as never),
      hasCode('unknown-request'),
    );
    await assert.rejects(page.request('text/double', 7 as never), hasCode('bad-params'));
    await assert.rejects(page.request('text/throw', 'not-there'), hasCode('not-there'));
    await assert.rejects(page.request('text/throw', ''), hasCode('failed'));

    assert.deepEqual(faults, ['"text/throw" failed.']);
  });

  it('give a request up after a time, and say so to the other end', async () => {
    const { page, wire } = connected({ timeout: 5, mute: true });

    await assert.rejects(page.request('text/double', 'x'), hasCode('timeout'));

    assert.deepEqual(
      wire.map((message) => message.kind),
      ['request', 'cancel'],
    );
  });

  it('cancel what runs when who asked gives it up', async () => {
    const { page, signals } = connected();
    const controller = new AbortController();
    const asked = page.request('text/wait', null, controller.signal);
    await page.request('text/double', 'x');

    controller.abort();

    await assert.rejects(asked, hasCode('cancelled'));
    await page.request('text/double', 'x');
    assert.equal(signals[0]?.aborted, true);
  });

  it('reject what waits when the other end is gone, and everything after', async () => {
    const { page, host, signals } = connected();
    const asked = page.request('text/wait', null);
    await page.request('text/double', 'x');

    page.dispose();
    host.dispose();

    await assert.rejects(asked, hasCode('closed'));
    await assert.rejects(page.request('text/double', 'x'), hasCode('closed'));
    assert.equal(signals[0]?.aborted, true);
  });

  it('survive whatever arrives', () => {
    const { host, faults } = connected();

    const junk = [undefined, null, 7, 'x', [], {}, { kind: 'request' }, { kind: 'reply', id: 1 }];
    for (const value of [...junk, { kind: 'reply', id: 1, ok: false }, { kind: 'cancel', id: 9 }]) {
      host.receive(value);
    }

    assert.equal(faults.length, junk.length + 1);
  });
});
