import type { Result } from '../ports/result.ts';
import { bytesEncoding } from '../core/edit/bytesEncoding.ts';
import { RpcError } from '../protocol/rpc.ts';
import type { CallPreview, FilePreview } from '../tools/previewCall.ts';
import type { KeptPreview } from './keptPreviews.ts';
import type { PanelParts } from './panelParts.ts';
import { person } from './panelParts.ts';

/** What the edit of a preview came to. */
export interface AppliedPreview {
  readonly event?: string;
  readonly warnings: readonly string[];
}

/** Makes the edit of a preview. Throws `changed-since` where it would not be the one that was shown; nothing is done then. */
export async function applyPreview(
  { call, files }: Pick<KeptPreview, 'call' | 'files'>,
  { runtime }: Pick<PanelParts, 'runtime'>,
  signal: AbortSignal,
): Promise<AppliedPreview> {
  const now = worked(await runtime.preview(call.tool, call.args, person));
  const changed = changedFile(files, now.files);
  if (changed !== undefined) {
    const message = `${changed} has changed since the preview was made, so nothing was done. Look at the preview again.`;
    throw new RpcError({ code: 'changed-since', message });
  }
  const { isError, structured } = await runtime.tools.call(call.tool, call.args, person, signal);
  const { code, message, event_id: event, warnings } = structured;
  if (isError) {
    throw new RpcError({ code: String(code), message: String(message) });
  }
  return {
    ...(typeof event === 'string' ? { event } : {}),
    warnings: Array.isArray(warnings) ? warnings.map(String) : [],
  };
}

/** What a preview gave; a failure is thrown. */
export function worked(preview: Result<CallPreview>): CallPreview {
  if (!preview.ok) {
    const { code, message } = preview.failure;
    throw new RpcError({ code, message });
  }
  return preview.value;
}

/** The first file of which an edit would be another one now. */
function changedFile(
  shown: readonly FilePreview[],
  now: readonly FilePreview[],
): string | undefined {
  const different = shown.find((file) => {
    const other = now.find(({ path }) => path === file.path);
    return (
      other === undefined ||
      other.before !== file.before ||
      other.after !== file.after ||
      // Of bytes that are no text, the texts say only how many there are.
      (file.encoding === bytesEncoding && other.version !== file.version)
    );
  });
  const more = now.find((file) => shown.every(({ path }) => path !== file.path));
  return (different ?? more)?.shown;
}
