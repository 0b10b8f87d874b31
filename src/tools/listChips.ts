import { ok } from '../ports/result.ts';
import type { Result } from '../ports/result.ts';
import type { ChipKind, ChipRow } from '../ports/store.ts';
import { byteLength } from '../core/edit/shownSize.ts';
import type { Proposal, ToolContext } from './defineTool.ts';

/** Which chips to list. */
export interface ChipFilter {
  readonly tool?: string | undefined;
  readonly file?: string | undefined;
  readonly kind?: ChipKind | undefined;
  /** Code of the failure. */
  readonly error?: string | undefined;
  readonly words?: string | undefined;
}

/**
 * The caller's chips, oldest first, with what is known of each. Where there are more than an answer holds, the newest
 * ones are shown and the answer says how many are left out.
 */
export async function listChips(
  filter: ChipFilter,
  context: ToolContext,
): Promise<Result<Proposal>> {
  let file: string | undefined;
  if (filter.file !== undefined) {
    const gated = await context.gate.resolve(filter.file);
    if (!gated.ok) {
      return gated;
    }
    file = gated.value.path;
  }
  const rows = await context.store.chips({
    ...ownFolders(context),
    ...(filter.tool === undefined ? {} : { tool: filter.tool }),
    ...(file === undefined ? {} : { file }),
  });
  const fitting = rows.filter(
    ({ kind, errorCode }) =>
      (filter.kind ?? kind) === kind && (filter.error ?? errorCode) === errorCode,
  );
  const found = await withWords(fitting, filter.words ?? '', context);
  const shown: Record<string, unknown>[] = [];
  let used = 0;
  for (const row of found.toReversed()) {
    const entry = chipEntry(row);
    used += byteLength(JSON.stringify(entry));
    if (used > context.room && shown.length > 0) {
      break;
    }
    shown.unshift(entry);
  }
  const left = found.length - shown.length;
  return ok({
    kind: 'answer',
    fields: {
      total: found.length,
      chips: shown,
      ...(left > 0
        ? {
            warnings: [
              `${left} older chips are not shown; filter by tool, file, kind, error or words.`,
            ],
          }
        : {}),
    },
  });
}

/** The part of a query that keeps a caller to what it may see. */
export function ownFolders(context: ToolContext): { workspaces?: readonly string[] } {
  return context.folders === undefined ? {} : { workspaces: context.folders };
}

function chipEntry(row: ChipRow): Record<string, unknown> {
  return {
    id: row.id,
    kind: row.kind,
    tool: row.tool,
    ...(row.file === undefined ? {} : { file: row.file }),
    ...(row.errorCode === undefined ? {} : { err_code: row.errorCode }),
    ...(row.errorMessage === undefined ? {} : { err_msg: row.errorMessage.slice(0, 200) }),
    ...(row.event === undefined ? {} : { event_id: row.event }),
    created_at: new Date(row.created).toISOString(),
    ...(row.expires === undefined || row.pinned
      ? {}
      : { expires_at: new Date(row.expires).toISOString() }),
    bytes: row.bytes,
    ...(row.pinned ? { pinned: true } : {}),
    ...(row.replayed === undefined ? {} : { replayed_at: new Date(row.replayed).toISOString() }),
    excerpt: row.excerpt,
  };
}

async function withWords(
  rows: readonly ChipRow[],
  words: string,
  context: ToolContext,
): Promise<readonly ChipRow[]> {
  if (words.trim() === '') {
    return rows;
  }
  const found = new Set(await context.store.searchChips(words));
  return rows.filter((row) => found.has(row.id));
}
