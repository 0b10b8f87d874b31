import type { EditorActions } from '../../ports/editorActions.ts';
import type { RecordedBlockRow } from '../../ports/transcriptRows.ts';
import { mostCharacters, type SessionAt } from '../../ports/transcripts.ts';
import { RpcError } from '../../protocol/rpc.ts';
import { given } from './given.ts';
import { openNamedFile, openReadFile, type FileParts } from './openFile.ts';
import type { SessionSource } from './sessionSource.ts';

/** Longest text that is opened as a document, in characters. */
const longestText = 16 * 1024 * 1024;

/** A block of an open session. */
export interface PlacedBlock {
  readonly at: SessionAt;
  /** Its index. */
  readonly block: number;
  readonly source: SessionSource;
}

/** What places are opened with. */
export interface PlaceParts extends FileParts {
  readonly actions: EditorActions;
}

/** Opens the file that a block is about, the record it was read from, or its text as a document. */
export async function openPlace(
  what: 'file' | 'transcript' | 'text',
  block: PlacedBlock,
  parts: PlaceParts,
): Promise<void> {
  switch (what) {
    case 'file':
      return openFile(block, parts);
    case 'transcript':
      return openRecord(block, parts);
    case 'text':
      return openText(block, parts);
  }
}

async function rowOf({ at, block, source }: PlacedBlock): Promise<RecordedBlockRow> {
  const [row] = given(await source.blocks(at, { from: block, limit: 1 }));
  if (row === undefined) {
    throw new RpcError({ code: 'out-of-range', message: 'There is no such block.' });
  }
  return row;
}

async function openFile(block: PlacedBlock, parts: PlaceParts): Promise<void> {
  const { path } = await rowOf(block);
  if (path === undefined) {
    throw new RpcError({ code: 'no-file', message: 'This block is about no file.' });
  }
  const { folder } = given(await block.source.overview(block.at));
  await openNamedFile(path, folder, parts);
}

async function openRecord({ at, block, source }: PlacedBlock, parts: PlaceParts): Promise<void> {
  const place = given(await source.place(at, block));
  if (place === undefined) {
    throw new RpcError({
      code: 'no-file',
      message: "This block is in Chipboard's own journal, which is no file that can be opened.",
    });
  }
  await openReadFile(place.file, place.line, parts);
}

async function openText(block: PlacedBlock, { actions }: PlaceParts): Promise<void> {
  const { id, path } = await rowOf(block);
  const text = await textOf(block, longestText);
  // The name decides how the editor highlights it.
  const ending = /\.[\w-]{1,20}$/.exec(path ?? '')?.[0] ?? '.txt';
  // Ids may be what a transcript says.
  await actions.openText('block:', `${id.replaceAll(/[^\w-]/g, '_').slice(0, 100)}${ending}`, text);
}

/** The text of a block, as it stands in its source. Throws `RpcError`. */
export async function textOf({ at, block, source }: PlacedBlock, most: number): Promise<string> {
  const parts: string[] = [];
  for (let from = 0; from < most;) {
    const limit = Math.min(mostCharacters, most - from);
    const part = given(await source.text(at, { block, from, limit }));
    parts.push(part.text);
    from += part.text.length;
    if (from >= part.length || part.text === '') {
      break;
    }
  }
  return parts.join('');
}
