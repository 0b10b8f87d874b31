/*
 * Requests, replies and events between the extension host and a page. Both ends use the same class: each may ask and
 * each may be asked. Every request is answered, if only with an error, and nothing that arrives is trusted before its
 * guard has seen it.
 */

/** What one end may be asked and may be told, by name. */
export interface Contract {
  readonly requests: Readonly<
    Record<string, { readonly params: unknown; readonly result: unknown }>
  >;
  readonly events: Readonly<Record<string, unknown>>;
}

/** What goes over the wire; plain data that `postMessage` can carry. */
export type RpcMessage =
  | {
      readonly kind: 'request';
      readonly id: number;
      readonly name: string;
      readonly params: unknown;
    }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'reply'; readonly id: number; readonly ok: true; readonly result: unknown }
  | { readonly kind: 'reply'; readonly id: number; readonly ok: false; readonly error: RpcProblem }
  | { readonly kind: 'event'; readonly name: string; readonly payload: unknown };

/** Why a request has no result. Codes of this file: `unknown-request`, `bad-params`, `failed`, `timeout`, `cancelled`, `closed`. */
export interface RpcProblem {
  readonly code: string;
  readonly message: string;
}

/** A request that has no result, on both ends: thrown by who answers it, and given to who asked. */
export class RpcError extends Error {
  readonly code: string;

  constructor({ code, message }: RpcProblem) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
  }
}

/** Whether a value that arrived is what it should be. */
export type Guard<Value> = (value: unknown) => value is Value;

/** How one end answers its requests. */
export type RpcHandlers<Own extends Contract> = {
  readonly [Name in keyof Own['requests']]: {
    readonly guard: Guard<Own['requests'][Name]['params']>;
    handle(
      params: Own['requests'][Name]['params'],
      signal: AbortSignal,
    ): Own['requests'][Name]['result'] | Promise<Own['requests'][Name]['result']>;
  };
};

/** What one end does when it is told something. */
export type RpcListeners<Own extends Contract> = {
  readonly [Name in keyof Own['events']]: {
    readonly guard: Guard<Own['events'][Name]>;
    on(payload: Own['events'][Name]): void;
  };
};

/** One end of a connection. */
export interface RpcOptions<Own extends Contract> {
  /** Sends to the other end. */
  readonly post: (message: RpcMessage) => void;
  readonly handlers: RpcHandlers<Own>;
  readonly listeners: RpcListeners<Own>;
  /** Told of what arrived and could not be used, and of handlers that threw; never with content. */
  readonly onFault?: (message: string, cause?: unknown) => void;
  /** Milliseconds after which a request without a reply is given up; 30 000 if absent. */
  readonly timeout?: number;
}

interface Pending {
  readonly settle: (reply: Extract<RpcMessage, { kind: 'reply' }>) => void;
}

/** One end: answers as `Own` says and asks as `Other` says. */
export class Rpc<Own extends Contract, Other extends Contract> {
  private readonly options: RpcOptions<Own>;
  private readonly pending = new Map<number, Pending>();
  private readonly running = new Map<number, AbortController>();
  private lastId = 0;
  private closed = false;

  constructor(options: RpcOptions<Own>) {
    this.options = options;
  }

  /** Asks the other end. Rejects with an `RpcError`; an aborted signal tells the other end to stop. */
  request<Name extends keyof Other['requests'] & string>(
    name: Name,
    params: Other['requests'][Name]['params'],
    signal?: AbortSignal,
  ): Promise<Other['requests'][Name]['result']> {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      if (this.closed || signal?.aborted === true) {
        reject(new RpcError(this.closed ? isClosed : isCancelled));
        return;
      }
      const giveUp = (problem: RpcProblem): void => {
        this.options.post({ kind: 'cancel', id });
        settle({ kind: 'reply', id, ok: false, error: problem });
      };
      const abort = (): void => giveUp(isCancelled);
      const milliseconds = this.options.timeout ?? 30_000;
      const timer = setTimeout(() => giveUp(tooLate(name, milliseconds)), milliseconds);
      const settle: Pending['settle'] = (reply) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.pending.delete(id);
        if (reply.ok) {
          resolve(reply.result);
        } else {
          reject(new RpcError(reply.error));
        }
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.pending.set(id, { settle });
      this.options.post({ kind: 'request', id, name, params });
    });
  }

  /** Tells the other end; there is no answer. */
  emit<Name extends keyof Other['events'] & string>(
    name: Name,
    payload: Other['events'][Name],
  ): void {
    if (!this.closed) {
      this.options.post({ kind: 'event', name, payload });
    }
  }

  /** Takes what arrived from the other end. Never throws. */
  receive(value: unknown): void {
    const message = parse(value);
    if (message === undefined) {
      this.options.onFault?.('A message that is none of ours was left alone.');
    } else if (message.kind === 'request') {
      void this.answer(message);
    } else if (message.kind === 'cancel') {
      this.running.get(message.id)?.abort();
    } else if (message.kind === 'reply') {
      this.pending.get(message.id)?.settle(message);
    } else {
      this.hear(message);
    }
  }

  /** The other end is gone: what waits for it is rejected as `closed`, what runs for it is cancelled. */
  dispose(): void {
    this.closed = true;
    for (const controller of this.running.values()) {
      controller.abort();
    }
    for (const [id, { settle }] of [...this.pending]) {
      settle({ kind: 'reply', id, ok: false, error: isClosed });
    }
  }

  private async answer(request: Extract<RpcMessage, { kind: 'request' }>): Promise<void> {
    const { id } = request;
    const controller = new AbortController();
    this.running.set(id, controller);
    const outcome = await this.outcome(request, controller.signal);
    this.running.delete(id);
    if (!this.closed) {
      this.options.post({ kind: 'reply', id, ...outcome });
    }
  }

  private async outcome(
    { name, params }: Extract<RpcMessage, { kind: 'request' }>,
    signal: AbortSignal,
  ): Promise<
    { readonly ok: true; readonly result: unknown } | { readonly ok: false; error: RpcProblem }
  > {
    const { handlers, onFault } = this.options;
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
    if (handler === undefined) {
      return {
        ok: false,
        error: { code: 'unknown-request', message: `Nothing answers "${name}".` },
      };
    }
    if (!handler.guard(params)) {
      const message = `"${name}" was asked with parameters that it does not take.`;
      return { ok: false, error: { code: 'bad-params', message } };
    }
    try {
      return { ok: true, result: await handler.handle(params, signal) };
    } catch (cause) {
      if (cause instanceof RpcError) {
        return { ok: false, error: { code: cause.code, message: cause.message } };
      }
      onFault?.(`"${name}" failed.`, cause);
      const message = cause instanceof Error ? cause.message : String(cause);
      return { ok: false, error: { code: 'failed', message } };
    }
  }

  private hear({ name, payload }: Extract<RpcMessage, { kind: 'event' }>): void {
    const { listeners, onFault } = this.options;
    const listener = Object.hasOwn(listeners, name) ? listeners[name] : undefined;
    if (listener === undefined || !listener.guard(payload)) {
      onFault?.(`The event "${name.slice(0, 100)}" was left alone.`);
      return;
    }
    try {
      listener.on(payload);
    } catch (cause) {
      onFault?.(`The event "${name}" was not taken.`, cause);
    }
  }
}

const isClosed: RpcProblem = { code: 'closed', message: 'The other side is not there any more.' };
const isCancelled: RpcProblem = { code: 'cancelled', message: 'The request was cancelled.' };

function tooLate(name: string, milliseconds: number): RpcProblem {
  return { code: 'timeout', message: `"${name}" was not answered within ${milliseconds} ms.` };
}

/** A message by its form; what it carries is judged by guards. */
function parse(value: unknown): RpcMessage | undefined {
  if (typeof value !== 'object' || value === null) {
    return undefined;
  }
  const { kind, id, name, ok, error } = value as Record<string, unknown>;
  const isNumbered = typeof id === 'number';
  const isSound =
    (kind === 'request' && isNumbered && typeof name === 'string') ||
    (kind === 'cancel' && isNumbered) ||
    (kind === 'reply' && isNumbered && (ok === true || (ok === false && isProblem(error)))) ||
    (kind === 'event' && typeof name === 'string');
  return isSound ? (value as RpcMessage) : undefined;
}

function isProblem(value: unknown): value is RpcProblem {
  const { code, message } = (value ?? {}) as Partial<Record<keyof RpcProblem, unknown>>;
  return typeof code === 'string' && typeof message === 'string';
}
