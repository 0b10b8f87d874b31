import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import nodePath, { dirname, join } from 'node:path';
import type { Runtime } from '../../src/compose.ts';
import { compose } from '../../src/compose.ts';
import { Emitter } from '../../src/core/lifecycle.ts';
import { FileEditHost } from '../../src/node/fileEditHost.ts';
import { iconvCodec } from '../../src/node/iconvCodec.ts';
import type { Consent, ConsentAnswer, ConsentQuestion } from '../../src/ports/consent.ts';
import type { AskBefore, PatchConsent, PatchQuestion } from '../../src/ports/patchConsent.ts';
import type { Settings, SettingsSource } from '../../src/ports/settings.ts';
import type { StructureParser } from '../../src/ports/structure.ts';
import type { Random } from '../../src/ports/system.ts';
import type { Workspace, WorkspaceFolder } from '../../src/ports/workspace.ts';
import type { Caller, ToolAnswer } from '../../src/tools/toolService.ts';
import { HookedHost } from './hookedHost.ts';
import { MemoryStore } from './memoryStore.ts';

/** The same digits for the same seed. */
export class SeededRandom implements Random {
  private state: number;

  constructor(seed = 1) {
    this.state = seed;
  }

  hex(length: number): string {
    let digits = '';
    while (digits.length < length) {
      this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
      digits += (this.state >>> 28).toString(16);
    }
    return digits;
  }
}

/** Stands still until it is told to go on. */
export class FixedClock {
  time = Date.UTC(2026, 0, 1);

  now(): number {
    return this.time;
  }
}

/** Settings that a test may change. */
export class FakeSettings implements SettingsSource {
  current: Settings = {
    maxChips: 100,
    minChipBytes: 50,
    minChipBytesByTool: {},
    chipDays: 30,
    maxChipBytes: 100_000_000,
    maxSnapshots: 200,
    maxCalls: 100,
    maxCallBytes: 50_000_000,
    callDays: 30,
    recordCalls: true,
    editorFileBytes: 5_000_000,
    save: 'whenClean',
    guardedFiles: [],
    notifySaved: true,
    language: 'en',
  };
  private readonly emitter = new Emitter<Settings>();
  readonly onDidChange = this.emitter.event;

  set(change: Partial<Settings>): void {
    this.current = { ...this.current, ...change };
    this.emitter.fire(this.current);
  }
}

/** Folders and trust that a test may change. */
export class FakeWorkspace implements Workspace {
  folders: readonly WorkspaceFolder[];
  trusted = true;
  private readonly emitter = new Emitter<void>();
  readonly onDidChange = this.emitter.event;

  constructor(folders: readonly WorkspaceFolder[]) {
    this.folders = folders;
  }

  setTrusted(trusted: boolean): void {
    this.trusted = trusted;
    this.emitter.fire();
  }
}

/** A user who answers as a test wants, and remembers the questions. */
export class FakeConsent implements Consent {
  readonly questions: ConsentQuestion[] = [];
  answer: ConsentAnswer | Promise<ConsentAnswer> = 'unavailable';

  /** Called while the question is open. */
  asked: () => void = () => undefined;

  async ask(question: ConsentQuestion): Promise<ConsentAnswer> {
    this.questions.push(question);
    this.asked();
    return this.answer;
  }
}

/** A user who is asked about patches, and answers as a test wants. */
export class FakePatchConsent implements PatchConsent {
  readonly questions: PatchQuestion[] = [];
  askBefore: AskBefore = 'never';
  answer: ConsentAnswer | Promise<ConsentAnswer> = 'allowed';

  /** Called while the question is open. */
  asked: () => unknown = () => undefined;

  async ask(question: PatchQuestion): Promise<ConsentAnswer> {
    this.questions.push(question);
    await this.asked();
    return this.answer;
  }
}

/** Collects what is logged. */
export class FakeLog {
  readonly errors: unknown[] = [];
  readonly lines: string[] = [];

  info(message: string): void {
    this.lines.push(message);
  }

  warn(message: string): void {
    this.lines.push(message);
  }

  error(message: string, cause?: unknown): void {
    this.lines.push(message);
    this.errors.push(cause);
  }
}

/** The caller of a call that names none. */
export const agent: Caller = { client: 'test-client', session: 's1' };

/** The tools over real files in a temporary folder, with everything else faked. */
export class Workbench {
  /** The temporary folder, links resolved; it holds the workspace folders. */
  readonly root: string;
  /** The first workspace folder. */
  readonly folder: string;
  /** The setting `files.encoding`. */
  encoding: string | undefined;
  readonly host = new HookedHost(new FileEditHost(iconvCodec(() => this.encoding)));
  readonly store = new MemoryStore();
  readonly clock = new FixedClock();
  readonly random = new SeededRandom();
  readonly settings = new FakeSettings();
  readonly log = new FakeLog();
  readonly consent = new FakeConsent();
  readonly patchConsent = new FakePatchConsent();
  readonly workspace: FakeWorkspace;
  readonly runtime: Runtime;

  /** @param parser without it structure is read from braces, indentation and tags */
  constructor(folders: readonly string[] = ['ws'], parser?: StructureParser) {
    this.root = realpathSync(mkdtempSync(join(tmpdir(), 'chipboard-tools-')));
    this.workspace = new FakeWorkspace(
      folders.map((name) => ({ name, path: join(this.root, name) })),
    );
    for (const { path } of this.workspace.folders) {
      mkdirSync(path, { recursive: true });
    }
    this.folder = join(this.root, folders[0] ?? '');
    this.runtime = compose({
      ...this,
      ...(parser === undefined ? {} : { parser }),
      paths: nodePath,
    });
  }

  /** Absolute path of a file in the first workspace folder. */
  path(name: string): string {
    return join(this.folder, name);
  }

  /** Writes a file, with the folders it needs, and gives its path. */
  put(name: string, content: string | Uint8Array): string {
    const path = this.path(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  bytes(name: string): Buffer {
    return readFileSync(this.path(name));
  }

  /** Runs a call to its end. */
  call(name: string, args: unknown, over: Partial<CallOver> = {}): Promise<ToolAnswer> {
    const signal = over.signal ?? new AbortController().signal;
    return this.runtime.tools.call(name, args, { ...agent, ...over.caller }, signal);
  }

  /** Runs a call that must succeed. */
  async good(name: string, args: unknown, over: Partial<CallOver> = {}): Promise<ToolAnswer> {
    const answer = await this.call(name, args, over);
    assert.equal(answer.isError, false, answer.text);
    return answer;
  }

  /** Runs a call that must fail with the code. */
  async bad(
    code: string,
    name: string,
    args: unknown,
    over: Partial<CallOver> = {},
  ): Promise<ToolAnswer> {
    const answer = await this.call(name, args, over);
    assert.equal(answer.structured['code'], code, answer.text);
    assert.equal(answer.isError, true);
    assert.notEqual(answer.structured['message'], '');
    assert.notEqual(answer.structured['advice'], '');
    return answer;
  }

  dispose(): void {
    this.runtime.dispose();
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** What a call may have besides its arguments. */
export interface CallOver {
  readonly caller: Partial<Caller>;
  readonly signal: AbortSignal;
}

/** A workbench for each test of a suite, removed after it. */
export function workbenchEach(folders?: readonly string[]): () => Workbench {
  let bench: Workbench | undefined;
  beforeEach(() => {
    bench = new Workbench(folders);
  });
  afterEach(() => {
    bench?.dispose();
    bench = undefined;
  });
  return () => {
    assert.ok(bench);
    return bench;
  };
}

/** A field of an answer that must be a text. */
export function textField(answer: ToolAnswer, name: string): string {
  const value = answer.structured[name];
  assert.ok(typeof value === 'string', `${name} in ${answer.text}`);
  return value;
}

/** The warnings of an answer as one text, empty if there are none. */
export function warningsOf(answer: ToolAnswer): string {
  const value = answer.structured['warnings'];
  return Array.isArray(value) ? value.join('\n') : '';
}

/** The id of the chip an answer names. */
export function chipOf(answer: ToolAnswer): string {
  return textField(answer, 'chip').replace('chip://', '');
}

/** Bytes of both forms of an answer together, as they go over the wire. */
export function answerBytes(answer: ToolAnswer): number {
  return Buffer.byteLength(answer.text) + Buffer.byteLength(JSON.stringify(answer.structured));
}

/** The numbers 1 to `count` as lines of text. */
export function numbered(count: number, eol = '\n'): string {
  return Array.from({ length: count }, (_, index) => `line ${index + 1}${eol}`).join('');
}
