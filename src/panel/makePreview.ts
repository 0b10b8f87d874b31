import type { DiffFile, Preview, PreviewWarning } from '../protocol/diff.ts';
import { RpcError } from '../protocol/rpc.ts';
import type { FilePreview } from '../tools/previewCall.ts';
import { worked } from './applyPreview.ts';
import { diffRows } from './diffRows.ts';
import type { KeptPreview, PreviewCall } from './keptPreviews.ts';
import type { PanelParts } from './panelParts.ts';
import { person } from './panelParts.ts';
import { callWarnings } from './previewWarnings.ts';

/** Rows of all files of a preview together. */
const mostRows = 4000;

/** Characters of all rows of a preview together. */
const mostCharacters = 2_000_000;

/** What a preview is made with besides its call. */
export interface PreviewOptions {
  readonly signal: AbortSignal;
  /** Warnings that only this kind of preview has. */
  readonly warn?: (files: readonly FilePreview[]) => Promise<readonly PreviewWarning[]>;
}

/** Works out what a call would do, and shows it as a diff. Throws what the call would fail with. */
export async function makePreview(
  call: PreviewCall,
  parts: PanelParts,
  { signal, warn }: PreviewOptions,
): Promise<KeptPreview> {
  const { files, warnings } = worked(await parts.runtime.preview(call.tool, call.args, person));
  stopIfAborted(signal);
  const more = (await warn?.(files)) ?? [];
  const shown: DiffFile[] = [];
  for (const [index, file] of files.entries()) {
    stopIfAborted(signal);
    shown.push(diffFile(file, files.length - index, shown));
  }
  const preview: Preview = {
    id: parts.random.hex(12),
    files: shown,
    warnings: [...callWarnings(files, warnings), ...more],
  };
  return { call, files, preview };
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
