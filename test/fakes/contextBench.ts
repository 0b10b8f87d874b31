import type { NewSessionEvent, SessionEvent, SessionRow } from '../../src/ports/sessions.ts';
import { StoreError } from '../../src/ports/store.ts';
import type { ContextSession, SessionParts } from '../../src/core/context/contextSession.ts';
import type { PatchResult } from '../../src/core/context/patchResult.ts';
import type { Block } from '../../src/core/context/block.ts';
import type { PatchRecord } from '../../src/core/context/journalEvent.ts';
import type { JournalStore } from '../../src/core/context/journalWriter.ts';
import type { MessageCall } from '../../src/core/context/message.ts';
import { createSession, openSession } from '../../src/core/context/openSession.ts';
import type { Operation, PatchActor, PatchPolicy } from '../../src/core/context/operations.ts';
import { bytesStored } from './memorySessions.ts';

/** Sessions in memory. */
export class MemoryJournals implements JournalStore {
  readonly rows = new Map<string, SessionRow>();
  readonly journals = new Map<string, NewSessionEvent[]>();
  readonly texts = new Map<string, Map<string, Uint8Array>>();
  /** While it is set, nothing can be written. */
  fault: StoreError | undefined;
  /** How often something was to be written. */
  tries = 0;

  write: JournalStore['write'] = async (writes) => {
    this.tries += 1;
    if (this.fault !== undefined) {
      throw this.fault;
    }
    for (const write of writes) {
      switch (write.op) {
        case 'putSession':
          this.rows.set(write.session.id, { ...write.session, updated: 0, events: 0 });
          this.journals.set(write.session.id, []);
          this.texts.set(write.session.id, new Map());
          break;
        case 'appendEvents': {
          const journal = this.journals.get(write.session) ?? [];
          if (journal.length !== write.after) {
            throw new StoreError('conflict', 'conflict');
          }
          journal.push(...write.events);
          for (const { artifact } of write.events) {
            if (artifact !== undefined) {
              this.texts.get(write.session)?.set(artifact.name, bytesStored(artifact.content));
            }
          }
          break;
        }
        case 'eraseArtifacts':
          write.names.forEach((name) => this.texts.get(write.session)?.delete(name));
          break;
        case 'deleteSession':
          this.rows.delete(write.id);
          break;
      }
    }
    await Promise.resolve();
  };

  sessions: JournalStore['sessions'] = () => Promise.resolve([...this.rows.values()]);
  session: JournalStore['session'] = (id) => Promise.resolve(this.rows.get(id));
  sessionEvents: JournalStore['sessionEvents'] = (session, after, limit) =>
    Promise.resolve(
      (this.journals.get(session) ?? [])
        .slice(after, after + limit)
        .map(({ at, type, data }, index): SessionEvent => ({
          seq: after + index + 1,
          at,
          type,
          data,
        })),
    );
  artifacts: JournalStore['artifacts'] = (session, names) => {
    const known = this.texts.get(session) ?? new Map<string, Uint8Array>();
    return Promise.resolve(
      new Map(
        names.flatMap((name) => {
          const text = known.get(name);
          return text === undefined ? [] : [[name, text] as const];
        }),
      ),
    );
  };
}

/** Everything is allowed. */
export const allAllowed: PatchPolicy = { redact: true, replace: true, keepRedacted: true };

/** A session with its store, and short ways to fill and patch it. */
export class ContextBench {
  readonly store = new MemoryJournals();
  readonly errors: string[] = [];
  policy: PatchPolicy = allAllowed;
  /** Milliseconds since the epoch. */
  now = 1000;
  readonly parts: SessionParts = {
    store: this.store,
    clock: { now: () => this.now },
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (message) => this.errors.push(message),
    },
    policy: () => this.policy,
  };
  session!: ContextSession;

  static async begin(id = 's1'): Promise<ContextBench> {
    const bench = new ContextBench();
    const row = { id, source: 'chipboard', workspace: '/w', title: 't', created: 1 };
    bench.session = await createSession(row, bench.parts);
    return bench;
  }

  /** The session as it is taken up again from its journal. */
  async reopened(): Promise<ContextSession> {
    const opened = await openSession('s1', this.parts);
    if (opened === undefined) {
      throw new Error('The session is gone.');
    }
    return opened.session;
  }

  async user(text: string): Promise<string> {
    const [block] = await this.session.ingest([{ kind: 'user_message', text }]);
    return block?.id ?? '';
  }

  async system(text: string): Promise<string> {
    const [block] = await this.session.ingest([{ kind: 'system_prompt', text }]);
    return block?.id ?? '';
  }

  async assistant(text: string, calls: readonly MessageCall[] = []): Promise<string> {
    const [block] = await this.session.ingest([{ kind: 'assistant_message', text, calls }]);
    return block?.id ?? '';
  }

  async result(call: string, text: string, name = 'be-read'): Promise<string> {
    const [block] = await this.session.ingest([{ kind: 'tool_result', text, call, name }]);
    return block?.id ?? '';
  }

  /** A message with calls and all their answers: the head's id, then those of the answers. */
  async chain(...texts: readonly string[]): Promise<readonly string[]> {
    const number = this.session.state.order.length;
    const calls = texts.map((_, index) => ({
      id: `call_${number}_${index}`,
      name: 'be-read',
      arguments: '{}',
    }));
    const ids = [await this.assistant('looking', calls)];
    for (const [index, text] of texts.entries()) {
      ids.push(await this.result(`call_${number}_${index}`, text));
    }
    return ids;
  }

  patch(
    operations: Operation | readonly Operation[],
    actor: PatchActor = 'agent',
  ): Promise<PatchResult> {
    const list = Array.isArray(operations)
      ? (operations as readonly Operation[])
      : [operations as Operation];
    return this.session.apply({ reason: 'test', operations: list }, actor);
  }

  /** The rules that a patch breaks, with the index of the operation before each but the first. */
  async broken(
    operations: Operation | readonly Operation[],
    actor: PatchActor = 'agent',
  ): Promise<readonly string[]> {
    const before = this.shown();
    const result = await this.patch(operations, actor);
    if (!result.ok && this.shown() !== before) {
      throw new Error('A refused patch changed the view.');
    }
    return result.rejections.map((rejection) => rejection.rule);
  }

  /** All that a request would carry, as one text. */
  shown(session: ContextSession = this.session): string {
    return JSON.stringify([session.view(), session.manifest()]);
  }

  /** A block that must be there. */
  block(id: string): Block {
    const block = this.session.state.get(id);
    if (block === undefined) {
      throw new Error(`There is no block ${id}.`);
    }
    return block;
  }

  /** The ids of the view's blocks, in order. */
  get visible(): readonly string[] {
    return this.session.view().map((message) => message.block ?? '');
  }

  /** What the view shows of a block; undefined if it is not in view. */
  textOf(id: string): string | undefined {
    return this.session.view().find((message) => message.block === id)?.text;
  }

  /** All that stands in the journal beside the texts, as one text. */
  get journalled(): string {
    const journal = this.store.journals.get('s1') ?? [];
    return journal.map(({ type, data }) => `${type} ${data}`).join('\n');
  }

  /** A patch that must be done. */
  async done(
    operations: Operation | readonly Operation[],
    actor: PatchActor = 'agent',
  ): Promise<PatchResult & { readonly patch: PatchRecord }> {
    const result = await this.patch(operations, actor);
    if (result.patch === undefined) {
      throw new Error(`A patch was refused: ${JSON.stringify(result.rejections)}`);
    }
    return { ...result, patch: result.patch };
  }
}
