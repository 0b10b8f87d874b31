import { fileUri } from '../core/edit/fileUri.ts';
import type { DiffFile, Preview, PreviewWarning } from '../protocol/diff.ts';
import { isFields, isOneOf, isOptional, isRecord, isText, isWhole } from '../protocol/guards.ts';
import type { InspectorRequests } from '../protocol/inspector.ts';
import { RpcError } from '../protocol/rpc.ts';
import type { FilePreview } from '../tools/previewCall.ts';
import { isId } from './chipRequests.ts';
import { diffRows, unfoldRows } from './diffRows.ts';
import type { PreviewCall } from './keptPreviews.ts';
import { KeptPreviews } from './keptPreviews.ts';
import type { HandlersOf, PanelParts } from './panelParts.ts';
import { person } from './panelParts.ts';
import { applyPreview, worked } from './applyPreview.ts';
import { callWarnings } from './previewWarnings.ts';
import { replayWarnings } from './replayWarnings.ts';

/** Rows of all files of a preview together. */
const mostRows = 4000;

/** Characters of all rows of a preview together. */
const mostCharacters = 2_000_000;

type Asked<Name extends keyof InspectorRequests> = InspectorRequests[Name]['params'];

const isPath = isText(4096, 1);

/** Answers what is asked about edits that a person may make from a page. */
export function previewRequests(
  parts: PanelParts,
): HandlersOf<
  'replay/preview' | 'event/preview' | 'preview/unfold' | 'preview/diff' | 'preview/apply'
> {
  const kept = new KeptPreviews();
  const { actions } = parts;
  return {
    'replay/preview': {
      guard: isRecord<Asked<'replay/preview'>>({
        id: isId,
        as: isOneOf('content', 'annotated', 'arguments', 'call'),
        file: isOptional(isPath),
        line: isOptional(isWhole(0, Number.MAX_SAFE_INTEGER)),
        with: isOptional(isFields(100)),
      }),
      async handle(asked, signal) {
        const call = { tool: 'be-insert-chip', args: replayArguments(asked) } as const;
        return preview(call, parts, kept, {
          signal,
          more: (files) => replayWarnings(asked, files, parts),
        });
      },
    },
    'event/preview': {
      guard: isRecord<Asked<'event/preview'>>({
        event: isId,
        action: isOneOf('rollback', 'redo'),
      }),
      handle: ({ event, action }, signal) =>
        preview({ tool: 'be-trx', args: { action, event, again: true } }, parts, kept, {
          signal,
          more: () => Promise.resolve([]),
        }),
    },
    'preview/unfold': {
      guard: isRecord<Asked<'preview/unfold'>>({
        preview: isId,
        file: isPath,
        before: isWhole(1, Number.MAX_SAFE_INTEGER),
        count: isWhole(1, Number.MAX_SAFE_INTEGER),
      }),
      handle({ preview: id, file: path, before, count }) {
        const { file, rows } = kept.file(id, path);
        return { rows: unfoldRows(file.before ?? '', rows, { before, count }) };
      },
    },
    'preview/diff': {
      guard: isRecord<Asked<'preview/diff'>>({ preview: isId, file: isPath }),
      async handle({ preview: id, file: path }) {
        const { file } = kept.file(id, path);
        const title = `${file.shown} (${kept.get(id).call.tool === 'be-trx' ? 'edit' : 'replay'} preview)`;
        const { before, after = '' } = file;
        await actions.showDiff({ title, file: path, before, after });
        return null;
      },
    },
    'preview/apply': {
      guard: isRecord<Asked<'preview/apply'>>({ preview: isId }),
      async handle({ preview: id }, signal) {
        const applied = await applyPreview(kept.get(id), parts, signal);
        kept.delete(id);
        return applied;
      },
    },
  };
}

function replayArguments(asked: Asked<'replay/preview'>): Readonly<Record<string, unknown>> {
  const { id, as, file, line, with: change } = asked;
  const from = `chip://${id}`;
  if (as === 'call') {
    return { from, as, again: true, ...(change === undefined ? {} : { with: change }) };
  }
  if (file === undefined || line === undefined) {
    const message = 'Choose a file and a line for the text first.';
    throw new RpcError({ code: 'no-place', message });
  }
  return { from, as, to: `${fileUri(file)}:${line}`, again: true };
}

async function preview(
  call: PreviewCall,
  parts: PanelParts,
  kept: KeptPreviews,
  over: {
    readonly signal: AbortSignal;
    /** Warnings that only this kind of preview has. */
    readonly more: (files: readonly FilePreview[]) => Promise<readonly PreviewWarning[]>;
  },
): Promise<Preview> {
  const { files, warnings } = worked(await parts.runtime.preview(call.tool, call.args, person));
  stopIfAborted(over.signal);
  const more = await over.more(files);
  const shown: DiffFile[] = [];
  for (const [index, file] of files.entries()) {
    stopIfAborted(over.signal);
    shown.push(diffFile(file, files.length - index, shown));
  }
  const made: Preview = {
    id: parts.random.hex(12),
    files: shown,
    warnings: [...callWarnings(files, warnings), ...more],
  };
  kept.put({ call, files, preview: made });
  return made;
}

/** A file's rows, for which what the files before left over is shared among those to come. */
function diffFile(file: FilePreview, toCome: number, before: readonly DiffFile[]): DiffFile {
  const used = before.flatMap((one) => one.rows).length;
  const limits = {
    rows: Math.max(20, Math.floor((mostRows - used) / toCome)),
    characters: Math.floor(mostCharacters / (before.length + toCome)),
  };
  const { rows, added, removed, left } = diffRows(file.before ?? '', file.after ?? '', limits);
  const change =
    file.before === undefined ? 'created' : file.after === undefined ? 'removed' : 'changed';
  return { file: file.path, shown: file.shown, change, added, removed, rows, left };
}

function stopIfAborted(signal: AbortSignal): void {
  if (signal.aborted) {
    throw new RpcError({ code: 'cancelled', message: 'The preview was cancelled.' });
  }
}
