import type { DiffRow, Preview } from '../protocol/diff.ts';
import { RpcError } from '../protocol/rpc.ts';
import type { FilePreview } from '../tools/previewCall.ts';
import type { ToolName } from '../tools/toolNames.ts';

/** Previews that are kept. */
const mostPreviews = 20;

/** Characters of all files of kept previews together; the newest is kept whatever its size. */
const mostCharacters = 40_000_000;

/** The call that makes the edit of a preview. */
export interface PreviewCall {
  readonly tool: ToolName;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A preview, with what is needed to unfold it and to apply it. */
export interface KeptPreview {
  readonly call: PreviewCall;
  readonly files: readonly FilePreview[];
  readonly preview: Preview;
}

/** The previews that pages have been given, the newest of them. */
export class KeptPreviews {
  private readonly previews = new Map<string, KeptPreview>();

  /** Keeps a preview, and forgets the oldest where there are too many. */
  put(kept: KeptPreview): void {
    this.previews.set(kept.preview.id, kept);
    let size = [...this.previews.values()].reduce((sum, one) => sum + charactersOf(one), 0);
    for (const [id, old] of this.previews) {
      const isTooMuch = this.previews.size > mostPreviews || size > mostCharacters;
      if (!isTooMuch || id === kept.preview.id) {
        return;
      }
      this.previews.delete(id);
      size -= charactersOf(old);
    }
  }

  /** Throws `preview-gone` for one that was forgotten. */
  get(id: string): KeptPreview {
    const kept = this.previews.get(id);
    if (kept === undefined) {
      const message = 'This preview is too old. Make it again.';
      throw new RpcError({ code: 'preview-gone', message });
    }
    return kept;
  }

  /** A file of a preview with its rows. Throws `preview-gone` and `file-not-found`. */
  file(
    id: string,
    path: string,
  ): { readonly file: FilePreview; readonly rows: readonly DiffRow[] } {
    const { files, preview } = this.get(id);
    const file = files.find((one) => one.path === path);
    const rows = preview.files.find((one) => one.file === path)?.rows;
    if (file === undefined || rows === undefined) {
      const message = `${path} is no file of this preview.`;
      throw new RpcError({ code: 'file-not-found', message });
    }
    return { file, rows };
  }

  /** The preview, which is forgotten. Throws `preview-gone`. */
  take(id: string): KeptPreview {
    const kept = this.get(id);
    this.previews.delete(id);
    return kept;
  }
}

function charactersOf({ files }: KeptPreview): number {
  return files.reduce(
    (sum, { before, after }) => sum + (before?.length ?? 0) + (after?.length ?? 0),
    0,
  );
}
