import { fail, ok } from '../../ports/result.ts';
import type {
  TranscriptFileList,
  TranscriptFileRow,
  TranscriptResult,
  TranscriptSource,
} from '../../ports/transcripts.ts';
import type { KeptFile, KeptSession } from '../../ports/transcriptStore.ts';
import type { KeptStore } from './keptStore.ts';

/** A file that is to be kept, or kept further. */
export interface FileToKeep {
  readonly file: TranscriptFileRow;
  /** Index among the kept files. */
  readonly index: number;
  /** Bytes of its beginning that are kept already. */
  readonly kept: number;
}

/** What keeping a session comes to. */
export interface KeepPlan {
  readonly files: readonly FileToKeep[];
  /** The session that is kept further; undefined: it is kept whole, from the beginning. */
  readonly goesOn?: KeptSession;
  /** The session whose place it takes, with the files of it that are not on disk any more. */
  readonly replaces?: KeptSession;
  readonly gone: readonly KeptFile[];
}

/** Bytes before the end of what is kept that must be as they were for a file to be the same one. */
const endBytes = 512;

/** Where plans are made from. */
export interface PlanParts {
  readonly source: Pick<TranscriptSource, 'bytes'>;
  readonly store: Pick<KeptStore, 'keptFiles' | 'keptBytes'>;
}

/** Decides what of a session is to be kept, given what is kept of it. May throw `StoreError`. */
export async function planKeeping(
  parts: PlanParts,
  list: TranscriptFileList,
  former: KeptSession | undefined,
): Promise<TranscriptResult<KeepPlan>> {
  const kept = former === undefined ? [] : await parts.store.keptFiles(former.id);
  if (former === undefined || kept[0]?.path !== list.files[0]?.path) {
    return ok(wholePlan(list, undefined, []));
  }
  const byPath = new Map(kept.map((file) => [file.path, file]));
  const files: FileToKeep[] = [];
  let next = (kept.at(-1)?.index ?? -1) + 1;
  for (const file of list.files) {
    const known = byPath.get(file.path);
    if (known === undefined) {
      files.push({ file, index: next, kept: 0 });
      next += 1;
    } else if (!isSame(file, known)) {
      const goesOn = await isGrown(parts, former.id, file, known, list.unit);
      if (!goesOn.ok) {
        return goesOn;
      }
      if (!goesOn.value) {
        const present = new Set(list.files.map(({ path }) => path));
        return ok(
          wholePlan(
            list,
            former,
            kept.filter(({ path }) => !present.has(path)),
          ),
        );
      }
      files.push({ file, index: known.index, kept: known.size });
    }
  }
  return ok({ files, goesOn: former, gone: [] });
}

function wholePlan(
  { files }: TranscriptFileList,
  replaces: KeptSession | undefined,
  gone: readonly KeptFile[],
): KeepPlan {
  return {
    files: files.map((file, index) => ({ file, index, kept: 0 })),
    ...(replaces && { replaces }),
    gone,
  };
}

function isSame(file: TranscriptFileRow, known: KeptFile): boolean {
  const { inode, size, modified } = known;
  return file.inode === inode && file.size === size && file.modified === modified;
}

/** Whether a file begins with what is kept of it, as far as that can be told without reading all. */
async function isGrown(
  { source, store }: PlanParts,
  session: string,
  file: TranscriptFileRow,
  known: KeptFile,
  unit: TranscriptFileList['unit'],
): Promise<TranscriptResult<boolean>> {
  if (unit === 'document' || file.inode !== known.inode || file.size < known.size) {
    return ok(false);
  }
  const offset = Math.max(0, known.size - endBytes);
  const length = known.size - offset;
  const before = length > 0 ? await store.keptBytes(session, known.index, offset, length) : none;
  const now = await source.bytes(file, unit, offset, length);
  return now.ok ? ok(before !== undefined && areEqual(now.value.bytes, before)) : fail(now.failure);
}

const none = new Uint8Array(0);

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
