import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { ContextSession } from '../../../src/core/context/contextSession.ts';
import { ContextState } from '../../../src/core/context/contextState.ts';
import { decodeEvent } from '../../../src/core/context/journalCodec.ts';
import type { CallRecord } from '../../../src/core/context/journalEvent.ts';
import { openSession } from '../../../src/core/context/openSession.ts';
import { outlineOf, viewOf } from '../../../src/core/context/outline.ts';
import { turnsOf } from '../../../src/core/context/render/turns.ts';
import { renderView } from '../../../src/core/context/view.ts';
import { SqliteStore } from '../../../src/node/store/sqliteStore.ts';
import { workspacePath } from '../workspaceFiles.ts';
import type { ReceivedPart, ReceivedRequest } from './scriptedProvider.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

function databaseFile(): string {
  const storage = ['user', 'User', 'globalStorage', 'chipboard.chipboard', 'chipboard.db'];
  return join(dirname(workspacePath('.')), ...storage);
}

/** A request as the journal has it, and what its view was then. */
export interface ReplayedCall {
  readonly call: CallRecord;
  /** Hash of the view that the events before it give. */
  readonly hash: string;
  /** What was sent of the view, part by part. */
  readonly parts: readonly ReceivedPart[];
}

/** The extension's own database, opened beside it. */
export class Journal {
  private readonly store = new SqliteStore({
    workerPath: join(
      vscode.extensions.getExtension('chipboard.chipboard')?.extensionPath ?? '',
      ...['dist', 'storeWorker.js'],
    ),
    file: databaseFile(),
    log: silent,
  });

  /** Id of the conversation that was written to last. */
  async newest(): Promise<string> {
    const [row] = await this.store.sessions({ source: 'chipboard', limit: 1 });
    return row?.id ?? '';
  }

  /** The extension's database file. */
  get file(): string {
    return databaseFile();
  }

  /** The session, taken up again from the journal. */
  async session(): Promise<ContextSession> {
    const opened = await openSession(await this.newest(), {
      store: this.store,
      clock: { now: () => Date.now() },
      log: silent,
      policy: () => ({ redact: false, replace: false, keepRedacted: true }),
    });
    if (opened === undefined) {
      throw new Error('There is no session.');
    }
    return opened.session;
  }

  /** Applies the events of the newest session one by one, and renders the view at each request for an answer. */
  async replay(): Promise<readonly ReplayedCall[]> {
    const id = await this.newest();
    const events = await this.store.sessionEvents(id, 0, 100_000);
    const decoded = events.map(({ type, data }) => decodeEvent(type, data));
    const names = decoded.flatMap((event) =>
      event?.type === 'artifact'
        ? [event.artifact]
        : event?.type === 'ingest'
          ? [event.block.content.artifact]
          : [],
    );
    const stored = await this.store.artifacts(id, names);
    const texts = new Map(
      [...stored].map(([name, text]) => [name, new TextDecoder().decode(text)]),
    );
    const state = new ContextState();
    const calls: ReplayedCall[] = [];
    for (const event of decoded) {
      if (event === undefined) {
        throw new Error('An event can not be read.');
      }
      if (event.type === 'call' && event.call.purpose === undefined) {
        const { hash } = viewOf(outlineOf(state));
        const parts = turnsOf(renderView(state, texts)).flatMap((turn): readonly ReceivedPart[] => {
          if (turn.role !== 'assistant') {
            return [{ text: turn.text }];
          }
          return [
            ...(turn.text === '' ? [] : [{ text: turn.text }]),
            ...turn.calls.map(({ id: call, name, arguments: args }) => ({
              call: { id: call, name, input: JSON.parse(args) as unknown },
            })),
            ...turn.calls.map(({ id: call, result: text }) => ({ result: { id: call, text } })),
          ];
        });
        calls.push({ call: event.call, hash, parts });
      }
      state.apply(event);
    }
    return calls;
  }

  close(): Promise<void> {
    return this.store.close();
  }
}

/** What a request carried, part by part. */
export function partsOf({ messages }: ReceivedRequest): readonly ReceivedPart[] {
  return messages.flatMap(({ parts }) => parts);
}
