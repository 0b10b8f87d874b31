import * as vscode from 'vscode';
import type { FilePlan } from '../ports/editHost.ts';
import type { Failure } from '../ports/result.ts';
import { joinLines } from '../core/edit/lines.ts';
import type { TextCodec } from '../core/edit/textCodec.ts';
import {
  decodeSurely,
  encodeSurely,
  holdsEveryText,
  plainEncoding,
} from '../core/edit/textCodec.ts';

/** The editor's own encodings and its setting `files.encoding`. Where the editor is set to guess, no encoding is named. */
export const editorCodec: TextCodec = {
  encodingFor(path) {
    const files = vscode.workspace.getConfiguration('files', vscode.Uri.file(path));
    const encoding = files.get<unknown>('encoding');
    return files.get<unknown>('autoGuessEncoding') === true || typeof encoding !== 'string'
      ? undefined
      : plainEncoding(encoding);
  },
  decode: async (bytes, encoding) => vscode.workspace.decode(bytes, { encoding }),
  encode: async (text, encoding) => vscode.workspace.encode(text, { encoding }),
};

/** Whether the document is in the encoding of the view, so that saving it keeps the bytes of what is not edited. */
export function isEncodedAs(document: vscode.TextDocument, encoding: string): boolean {
  return document.encoding === encoding.replace(/nobom$/, '');
}

/** The text of bytes as the document would have it; undefined where that is not known for sure. */
export function decodeAs(
  document: vscode.TextDocument,
  bytes: Uint8Array,
): Promise<string | undefined> {
  return decodeSurely(editorCodec, bytes, document.encoding);
}

/** Why the document's encoding cannot hold what the plan writes; the editor would write `?` and say nothing. */
export async function unwritableIn(
  document: vscode.TextDocument,
  plan: FilePlan,
): Promise<Failure | undefined> {
  if (plan.kind !== 'splice' || holdsEveryText(document.encoding)) {
    return undefined;
  }
  const text = plan.splices.map((splice) => joinLines(splice.lines)).join('\n');
  const bytes = await encodeSurely(editorCodec, text, document.encoding);
  return bytes === undefined || bytes instanceof Uint8Array ? undefined : bytes;
}
