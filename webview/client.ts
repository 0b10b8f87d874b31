import type { HostContract, InspectorRequests, PageContract } from '../src/protocol/inspector.ts';
import type { RpcListeners } from '../src/protocol/rpc.ts';
import { Rpc, RpcError } from '../src/protocol/rpc.ts';
import type { HostLink } from './link.ts';

/** Milliseconds after which a person is told that something is going on, and may stop it. */
const patience = 500;

/** Milliseconds that good news stay; bad ones stay until they are closed. */
const newsStay = 10_000;

/** Work of the host takes as long as it takes: the person can stop it. */
const longest = 10 * 60_000;

/** A request that takes long enough to be shown. */
export interface Task {
  readonly title: string;
  cancel(): void;
}

/** Asks the host, knows what is going on, and collects what went wrong. */
export class Client {
  /** Requests that have been waiting for more than half a second. */
  readonly tasks = new Set<Task>();
  /** What went wrong and has not been read yet, newest last. */
  notices: readonly { readonly text: string; readonly isError: boolean }[] = [];
  private readonly rpc: Rpc<PageContract, HostContract>;
  private readonly changed: () => void;

  constructor(link: HostLink, listeners: RpcListeners<PageContract>, changed: () => void) {
    this.changed = changed;
    this.rpc = new Rpc<PageContract, HostContract>({
      post: (message) => link.post(message),
      handlers: {},
      listeners,
      timeout: longest,
    });
    link.listen((value) => this.rpc.receive(value));
  }

  /** Asks the host. Rejects with an `RpcError`; the person is not told. */
  async ask<Name extends keyof InspectorRequests>(
    name: Name,
    params: InspectorRequests[Name]['params'],
    signal?: AbortSignal,
  ): Promise<InspectorRequests[Name]['result']> {
    return this.rpc.request(name, params, signal);
  }

  /**
   * Asks the host for a person, who sees after half a second that it is going on and may stop it, and who is told if
   * it failed. Undefined if it failed or was stopped.
   */
  async run<Name extends keyof InspectorRequests>(
    title: string,
    name: Name,
    params: InspectorRequests[Name]['params'],
  ): Promise<InspectorRequests[Name]['result'] | undefined> {
    const controller = new AbortController();
    const task: Task = { title, cancel: () => controller.abort() };
    const timer = setTimeout(() => {
      this.tasks.add(task);
      this.changed();
    }, patience);
    try {
      return await this.rpc.request(name, params, controller.signal);
    } catch (cause) {
      if (!(cause instanceof RpcError && cause.code === 'cancelled')) {
        this.notify(messageOf(cause), true);
      }
      return undefined;
    } finally {
      clearTimeout(timer);
      if (this.tasks.delete(task)) {
        this.changed();
      }
    }
  }

  /** Tells the person something until they close it. */
  notify(text: string, isError = false): void {
    this.notices = [
      ...this.notices.filter((notice) => notice.text !== text),
      { text, isError },
    ].slice(-3);
    this.changed();
    if (!isError) {
      setTimeout(() => this.dismiss(text), newsStay);
    }
  }

  /** The person has read it. */
  dismiss(text: string): void {
    this.notices = this.notices.filter((notice) => notice.text !== text);
    this.changed();
  }
}

/** What went wrong, as a sentence. */
export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
