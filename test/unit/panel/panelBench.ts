import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import nodePath, { dirname, join } from 'node:path';
import type { Runtime } from '../../../src/compose.ts';
import { compose } from '../../../src/compose.ts';
import { defaultRatios } from '../../../src/core/context/budget/ladder.ts';
import { ObservedStore } from '../../../src/core/chips/observedStore.ts';
import { chipFileSeal } from '../../../src/node/chipFileSeal.ts';
import { FileEditHost } from '../../../src/node/fileEditHost.ts';
import { iconvCodec } from '../../../src/node/iconvCodec.ts';
import { WorkerTextRules } from '../../../src/node/textRules/workerTextRules.ts';
import { DirectTranscripts } from '../../../src/node/transcripts/directTranscripts.ts';
import type { SqliteStore } from '../../../src/node/store/sqliteStore.ts';
import type { AskBefore } from '../../../src/ports/patchConsent.ts';
import type { PanelConnection } from '../../../src/panel/panelHost.ts';
import { PanelHost } from '../../../src/panel/panelHost.ts';
import type {
  HostContract,
  InspectorEvents,
  InspectorRequests,
  PageContract,
  PageState,
} from '../../../src/protocol/inspector.ts';
import { Rpc, RpcError } from '../../../src/protocol/rpc.ts';
import type { ToolAnswer } from '../../../src/tools/toolService.ts';
import { FakeActions } from '../../fakes/fakeActions.ts';
import { FakeTimer } from '../../fakes/fakeTimer.ts';
import { HookedHost } from '../../fakes/hookedHost.ts';
import {
  agent,
  FakeLog,
  FakeSettings,
  FakeWorkspace,
  FixedClock,
  SeededRandom,
} from '../../fakes/workbench.ts';
import { openStore } from '../node/sqliteSetup.ts';

/** A page on its wire, and what it has been told. */
export class PageBench {
  readonly states: PageState[] = [];
  readonly shows: InspectorEvents['page/show'][] = [];
  readonly sessions: InspectorEvents['session/changed'][] = [];
  readonly found: InspectorEvents['sessions/found'][] = [];
  /** How often it was told that the list of sessions may be another one. */
  lists = 0;
  readonly connection: PanelConnection;
  private readonly rpc: Rpc<PageContract, HostContract>;

  constructor(host: PanelHost, visible: boolean) {
    this.connection = host.connect(
      (message) => this.rpc.receive(structuredClone(message)),
      visible,
    );
    this.rpc = new Rpc<PageContract, HostContract>({
      post: (message) => queueMicrotask(() => this.connection.receive(structuredClone(message))),
      handlers: {},
      listeners: {
        'state/changed': { guard: isRevision, on: (state) => this.states.push(state) },
        'page/show': { guard: isShow, on: (event) => this.shows.push(event) },
        'session/changed': { guard: isSession, on: (state) => this.sessions.push(state) },
        'sessions/found': { guard: isFound, on: (progress) => this.found.push(progress) },
        'sessions/changed': { guard: isPlain, on: () => (this.lists += 1) },
      },
      timeout: 15_000,
    });
  }

  ask<Name extends keyof InspectorRequests>(
    name: Name,
    params: InspectorRequests[Name]['params'],
    signal?: AbortSignal,
  ): Promise<InspectorRequests[Name]['result']> {
    return this.rpc.request(name, params, signal);
  }

  /** Asks what must be refused with the code, and gives the message. */
  async refused<Name extends keyof InspectorRequests>(
    code: string,
    name: Name,
    params: InspectorRequests[Name]['params'],
  ): Promise<string> {
    const error: unknown = await this.ask(name, params).then(
      () => assert.fail(`${name} was answered`),
      (cause: unknown) => cause,
    );
    assert.ok(error instanceof RpcError);
    assert.equal(error.code, code, error.message);
    assert.match(error.message, /^.{5,}\.$/s);
    return error.message;
  }
}

/** The pages of a window over a database and files in a temporary folder. */
export class PanelBench {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'chipboard-panel-')));
  readonly folder = join(this.root, 'ws');
  /** The setting `files.encoding`. */
  encoding: string | undefined;
  /** The setting `chipboard.context.askBefore`. */
  askBefore: AskBefore = 'never';
  /** The setting `chipboard.prices`. */
  prices: unknown;
  readonly host = new HookedHost(new FileEditHost(iconvCodec(() => this.encoding)));
  readonly workspace = new FakeWorkspace([{ name: 'ws', path: this.folder }]);
  readonly settings = new FakeSettings();
  readonly actions = new FakeActions();
  readonly timer = new FakeTimer();
  readonly clock = new FixedClock();
  readonly log = new FakeLog();
  readonly random = new SeededRandom();
  readonly transcripts = new DirectTranscripts({
    surroundings: () =>
      Promise.resolve({ platform: 'linux', home: this.root, env: {}, windowsHomes: [] }),
    follow: { poll: 20, watch: false },
    kept: {
      keptFiles: (id) => this.database.keptFiles(id),
      keptBytes: (...asked) => this.database.keptBytes(...asked),
    },
  });
  readonly textRules = new WorkerTextRules({
    workerPath: new URL('../../../src/node/textRules/textRulesWorker.ts', import.meta.url),
    patience: 2000,
  });
  readonly database: SqliteStore;
  readonly store: ObservedStore;
  readonly runtime: Runtime;
  readonly panel: PanelHost;
  readonly page: PageBench;

  constructor() {
    mkdirSync(this.folder, { recursive: true });
    this.database = openStore(this.root);
    this.store = new ObservedStore(this.database);
    this.runtime = compose({ ...this, paths: nodePath });
    this.panel = new PanelHost({
      ...this,
      paths: nodePath,
      ratios: () => defaultRatios,
      prices: () => this.prices,
      askBefore: () => this.askBefore,
      transcriptQuery: (everywhere) => ({ folders: everywhere ? undefined : [this.folder] }),
      seal: chipFileSeal,
      onDidWrite: this.store.onDidWrite,
      about: { version: '1.2.3', editor: 'Code 1.116.0, linux x64', home: '/home/me' },
    });
    this.page = new PageBench(this.panel, true);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  put(name: string, content: string | Uint8Array): string {
    const path = this.path(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  text(name: string): string {
    return readFileSync(this.path(name), 'utf8');
  }

  /** A call by an agent. */
  call(name: string, args: unknown): Promise<ToolAnswer> {
    return this.runtime.tools.call(name, args, agent, new AbortController().signal);
  }

  /** The chip of lines that an agent deletes. */
  async deleted(file: string): Promise<string> {
    return chipId(await this.call('be-delete', { file }));
  }

  /** The chip of a call by an agent that fails. */
  async failed(name: string, args: unknown): Promise<string> {
    const answer = await this.call(name, args);
    assert.equal(answer.isError, true, answer.text);
    return chipId(answer);
  }

  /** Lets time pass, and what it started come to its end. */
  async pass(milliseconds: number): Promise<void> {
    this.timer.pass(milliseconds);
    for (let turn = 0; turn < 3; turn++) {
      await this.store.version().catch(() => undefined);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async dispose(): Promise<void> {
    this.panel.dispose();
    this.transcripts.dispose();
    this.textRules.dispose();
    this.runtime.dispose();
    await this.store.close();
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** A bench for each test of a suite, removed after it. */
export function panelBenchEach(): () => PanelBench {
  let bench: PanelBench | undefined;
  beforeEach(() => {
    bench = new PanelBench();
  });
  afterEach(async () => {
    await bench?.dispose();
    bench = undefined;
  });
  return () => {
    assert.ok(bench);
    return bench;
  };
}

function chipId(answer: ToolAnswer): string {
  const { chip } = answer.structured;
  assert.ok(typeof chip === 'string', answer.text);
  return chip.replace('chip://', '');
}

function isRevision(value: unknown): value is PageState {
  return typeof (value as Partial<PageState>).revision === 'number';
}

function isSession(value: unknown): value is InspectorEvents['session/changed'] {
  return typeof (value as { readonly transcript?: unknown }).transcript === 'string';
}

function isFound(value: unknown): value is InspectorEvents['sessions/found'] {
  return typeof (value as { readonly search?: unknown }).search === 'number';
}

function isPlain(value: unknown): value is InspectorEvents['sessions/changed'] {
  return typeof value === 'object';
}

function isShow(value: unknown): value is InspectorEvents['page/show'] {
  return typeof (value as { readonly page?: unknown }).page === 'string';
}
