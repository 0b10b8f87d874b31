import {
  exportDocument,
  exportedBlocks,
  type SessionRows,
} from '../../core/sources/export/exportDocument.ts';
import { exportHtml } from '../../core/sources/export/exportHtml.ts';
import { exportMarkdown } from '../../core/sources/export/exportMarkdown.ts';
import { redactedCopy } from '../../core/sources/export/redaction.ts';
import { mostEntries, type ListRange, type SessionAt } from '../../ports/transcripts.ts';
import type { TextRules } from '../../ports/textRules.ts';
import type { TranscriptResult } from '../../ports/transcripts.ts';
import { RpcError } from '../../protocol/rpc.ts';
import type { SessionExport } from '../../protocol/sessions.ts';
import { given } from './given.ts';
import { textOf } from './openPlace.ts';
import type { SessionSource } from './sessionSource.ts';

/** Characters of all texts of one export; blocks after that are named without theirs. */
const mostTexts = 64 * 1024 * 1024;

/** What is exported. */
export interface ExportQuestion {
  readonly at: SessionAt;
  readonly source: SessionSource;
  readonly export: SessionExport;
  /** The user's home folder, which is left out. */
  readonly home: string;
  /** Carries out the person's rules. */
  readonly textRules: TextRules;
}

/** Endings of the files. */
const endings: Readonly<Record<SessionExport['as'], string>> = {
  json: 'json',
  html: 'html',
  markdown: 'md',
};

/** An export of a session, or of a patch of it, and what its file is called. Throws `RpcError`. */
export async function exportSession(
  { at, source, export: asked, home, textRules }: ExportQuestion,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly name: string }> {
  const rows = await rowsOf(source, at, asked, signal);
  const document = exportDocument(rows, asked.patch);
  if (document === undefined) {
    throw new RpcError({ code: 'out-of-range', message: 'There is no such patch.' });
  }
  const what = await redactedCopy(document, { rules: asked.redact, home, textRules }, signal);
  if (!what.ok) {
    throw new RpcError({ code: 'bad-rule', message: what.failure });
  }
  const id = rows.overview.id.replace(/[^\w-]/g, '').slice(0, 40);
  const part = asked.patch === undefined ? '' : `-${asked.patch.replace(/[^\w-]/g, '')}`;
  return { text: written(what.value, asked.as), name: `session-${id}${part}.${endings[asked.as]}` };
}

function written(what: NonNullable<ReturnType<typeof exportDocument>>, as: SessionExport['as']) {
  switch (as) {
    case 'json':
      return `${JSON.stringify(what, undefined, 2)}\n`;
    case 'html':
      return exportHtml(what);
    case 'markdown':
      return exportMarkdown(what);
  }
}

async function rowsOf(
  source: SessionSource,
  at: SessionAt,
  asked: SessionExport,
  signal: AbortSignal,
): Promise<SessionRows> {
  const overview = given(await source.overview(at));
  const limits = given(await source.limits(at));
  const calls = await all((range) => source.calls(at, range), overview.calls, signal);
  const compositions = await all((range) => source.compositions(at, range), calls.length, signal);
  const patches = await all((range) => source.patches(at, range), overview.patches, signal);
  const blocks = await all((range) => source.blocks(at, range), overview.blocks, signal);
  const rows = { overview, limits, calls, compositions, patches, blocks };
  const texts = new Map<number, string>();
  let room = asked.texts ? mostTexts : 0;
  for (const block of room > 0 ? exportedBlocks(rows, asked.patch) : []) {
    signal.throwIfAborted();
    const { fidelity, length = 0 } = blocks[block] ?? {};
    // What the source has no text of is named without it, with its fidelity.
    if (length <= room && fidelity !== 'sealed' && !texts.has(block)) {
      const text = await textOf({ at, block, source }, room).catch(leftOut);
      room -= text?.length ?? 0;
      if (text !== undefined) {
        texts.set(block, text);
      }
    }
  }
  return { ...rows, texts };
}

/** A text that can not be read any more does not keep the others from being exported. */
function leftOut(cause: unknown): undefined {
  if (!(cause instanceof RpcError)) {
    throw cause;
  }
}

/** All entries of a list. */
async function all<T>(
  ask: (range: ListRange) => Promise<TranscriptResult<readonly T[]>>,
  total: number,
  signal: AbortSignal,
): Promise<T[]> {
  const found: T[] = [];
  while (found.length < total) {
    signal.throwIfAborted();
    const part = given(await ask({ from: found.length, limit: mostEntries }));
    if (part.length === 0) {
      break;
    }
    found.push(...part);
  }
  return found.slice(0, total);
}
