import type { AppliedFile, EditHost, FileStat, FileView, Plan } from '../../src/ports/editHost.ts';
import type { Failure, Result } from '../../src/ports/result.ts';
import { fail } from '../../src/ports/result.ts';

/** A host that lets a test step in before an edit, and records the plans. */
export class HookedHost implements EditHost {
  /** Called before each apply; a failure it gives is the apply's. */
  beforeApply: ((plan: Plan) => Failure | undefined) | undefined;
  /** Changes what an apply reports. */
  afterApply: ((applied: readonly AppliedFile[]) => readonly AppliedFile[]) | undefined;
  readonly plans: Plan[] = [];
  private readonly host: EditHost;

  constructor(host: EditHost) {
    this.host = host;
  }

  stat(path: string): Promise<FileStat | undefined> {
    return this.host.stat(path);
  }

  names(folder: string): Promise<readonly string[]> {
    return this.host.names(folder);
  }

  read(path: string, as?: 'bytes'): Promise<Result<FileView>> {
    return this.host.read(path, as);
  }

  async apply(plan: Plan, signal?: AbortSignal): Promise<Result<readonly AppliedFile[]>> {
    this.plans.push(plan);
    const failure = this.beforeApply?.(plan);
    if (failure !== undefined) {
      return fail(failure);
    }
    const applied = await this.host.apply(plan, signal);
    return applied.ok && this.afterApply !== undefined
      ? { ok: true, value: this.afterApply(applied.value) }
      : applied;
  }
}
