import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { join } from 'node:path';
import type {
  AppliedFile,
  EditHost,
  FilePlan,
  FileView,
  Line,
  Splice,
} from '../../src/ports/editHost.ts';
import type { FailureCode, Result } from '../../src/ports/result.ts';

/** Lines that end with LF, from their texts. */
export function lf(...texts: readonly string[]): Line[] {
  return texts.map((text) => ({ text, eol: '\n' }));
}

/** The value of a success; a failure fails the test. */
export function valueOf<T>(result: Result<T>): T {
  assert.ok(result.ok, result.ok ? '' : `${result.failure.code}: ${result.failure.message}`);
  return result.value;
}

/** Asserts that the result is a failure with the code, and that it is told in words. */
export function assertFails(result: Result<unknown>, code: FailureCode): void {
  assert.ok(!result.ok, `expected ${code}`);
  assert.equal(result.failure.code, code, result.failure.message);
  assert.notEqual(result.failure.message, '');
  assert.notEqual(result.failure.advice, '');
}

/** All lines of a view as one text. */
export function textOf(view: FileView | undefined): string {
  return (view?.lines(1, view.lineCount) ?? []).map((line) => line.text + line.eol).join('');
}

/** The part of a plan that makes splices in a file as it was read. */
export function splicesIn(view: FileView, ...splices: readonly Splice[]): FilePlan {
  return { kind: 'splice', path: view.path, version: view.version, splices };
}

/** The part of a plan that makes a file. */
export function creation(path: string, lines: readonly Line[], over: object = {}): FilePlan {
  return { kind: 'create', path, lines, encoding: 'utf8', ...over };
}

/** Prepares files and looks at them through the file system, and edits them by a host. */
export class HostBench {
  readonly host: EditHost;
  private readonly folder: string;

  constructor(host: EditHost, folder: string) {
    this.host = host;
    this.folder = folder;
  }

  path(file: string): string {
    return join(this.folder, file);
  }

  put(file: string, content: string | Uint8Array, mode?: number): string {
    fs.writeFileSync(this.path(file), content);
    if (mode !== undefined) {
      fs.chmodSync(this.path(file), mode);
    }
    return this.path(file);
  }

  bytes(file: string): Buffer {
    return fs.readFileSync(this.path(file));
  }

  text(file: string): string {
    return this.bytes(file).toString();
  }

  mode(file: string): number {
    return fs.statSync(this.path(file)).mode & 0o7777;
  }

  names(): string[] {
    return fs.readdirSync(this.folder).sort();
  }

  async read(path: string): Promise<FileView> {
    return valueOf(await this.host.read(path));
  }

  /** Applies a plan and gives its result. */
  tryApply(
    files: readonly FilePlan[],
    signal?: AbortSignal,
  ): Promise<Result<readonly AppliedFile[]>> {
    return this.host.apply({ label: 'Test', files }, signal);
  }

  /** Applies a plan that must succeed. */
  async apply(...files: readonly FilePlan[]): Promise<readonly AppliedFile[]> {
    const applied = valueOf(await this.tryApply(files));
    assert.equal(applied.length, files.length);
    return applied;
  }

  /** Replaces lines of a file as it is now. */
  async splice(
    path: string,
    line: number,
    count: number,
    lines: readonly Line[],
  ): Promise<AppliedFile> {
    const applied = await this.apply(splicesIn(await this.read(path), { line, count, lines }));
    return applied[0] as AppliedFile;
  }
}
