import type { ChipRow } from '../ports/store.ts';
import { chipContent } from '../core/chips/chipText.ts';
import type { FileChange } from '../core/edit/change.ts';
import { contentLines, countEols, eolName, splitLines } from '../core/edit/lines.ts';
import type { PreviewWarning } from '../protocol/diff.ts';
import type { InspectorRequests } from '../protocol/inspector.ts';
import type { FilePreview } from '../tools/previewCall.ts';
import { deletion } from './chipDetail.ts';
import { readChip } from './keptChip.ts';
import type { PanelParts } from './panelParts.ts';

/** A replay that has been worked out. */
interface Replay {
  readonly chip: ChipRow;
  /** The chip's own text, if it is that which is put back. */
  readonly text: string | undefined;
  readonly line: number;
  readonly file: FilePreview;
  /** What the edit that deleted the text did. */
  readonly deleted: FileChange | undefined;
}

/** What a person should know before a chip is put back. */
export async function replayWarnings(
  asked: InspectorRequests['replay/preview']['params'],
  files: readonly FilePreview[],
  parts: PanelParts,
): Promise<readonly PreviewWarning[]> {
  const { chip, args } = await readChip(asked.id, parts.store);
  const [file] = files;
  const warnings = [expired(chip, parts.clock.now())];
  if (asked.as === 'call') {
    warnings.push(...(await editsSince(chip, files, parts)));
  } else if (file !== undefined) {
    const text = asked.as === 'content' ? chipContent(args) : undefined;
    const deleted = await deletion(chip, parts);
    const replay = { chip, text, line: asked.line ?? 0, file, deleted };
    warnings.push(moved(replay), alreadyThere(replay), lineEnds(replay), newEncoding(replay));
  }
  return warnings.filter((warning) => warning !== undefined);
}

function expired(chip: ChipRow, now: number): PreviewWarning | undefined {
  return chip.expires !== undefined && chip.expires <= now && !chip.pinned
    ? {
        code: 'expired',
        message: 'The time of this chip is over; it will be dropped soon. Pin it to keep it.',
      }
    : undefined;
}

/** Edits of the files that were made after the call failed: its lines may be others now. */
async function editsSince(
  chip: ChipRow,
  files: readonly FilePreview[],
  { store }: PanelParts,
): Promise<readonly PreviewWarning[]> {
  const warnings: PreviewWarning[] = [];
  for (const { path, shown } of files) {
    const rows = await store.snapshots({ file: path, states: ['applied', 'committed'] });
    const later = new Set(rows.filter((row) => row.created > chip.created).map((row) => row.event));
    if (later.size > 0) {
      const edits = later.size === 1 ? '1 edit' : `${later.size} edits`;
      const message = `${shown} was changed by ${edits} after this call failed; its lines may be others now.`;
      warnings.push({ code: 'changed-since', message });
    }
  }
  return warnings;
}

/** Deleted text comes back to its file, but its neighbours are not at the place. */
function moved({ deleted, chip, file, line }: Replay): PreviewWarning | undefined {
  const first = deleted?.hunks[0];
  const last = deleted?.hunks.at(-1);
  if (first === undefined || last === undefined || file.path !== chip.file) {
    return undefined;
  }
  if (file.before === undefined) {
    return undefined;
  }
  const lines = contentLines(file.before);
  const above = lines.slice(Math.max(0, line - first.above.length), line);
  const below = lines.slice(line, line + last.below.length);
  return same(above, first.above) && same(below, last.below)
    ? undefined
    : {
        code: 'changed-since',
        message: `The lines around this place of ${file.shown} are not those from which the text was deleted.`,
      };
}

/** The whole text stands in the file already, line by line. */
function alreadyThere({ text, file }: Replay): PreviewWarning | undefined {
  const wanted = contentLines(text ?? '');
  if (file.before === undefined || wanted.every((line) => line.trim() === '')) {
    return undefined;
  }
  const all = `\n${contentLines(file.before).join('\n')}\n`;
  const at = all.indexOf(`\n${wanted.join('\n')}\n`);
  if (at < 0) {
    return undefined;
  }
  const line = all.slice(0, at + 1).split('\n').length - 1;
  const message = `${file.shown} has this text already, from line ${line} on.`;
  return { code: 'already-there', message };
}

function lineEnds({ chip, text, file }: Replay): PreviewWarning | undefined {
  const own = eolName(countEols(splitLines(text ?? '')));
  const theirs = eolName(countEols(splitLines(file.before ?? '')));
  if (own === 'none' || theirs === 'none' || own === theirs) {
    return undefined;
  }
  const isOwnFile = chip.kind === 'deleted' && chip.file === file.path;
  return {
    code: 'line-ends',
    message: isOwnFile
      ? `The text has ${own} line ends, as it had when it was deleted, and ${file.shown} has ${theirs}.`
      : `The text has ${own} line ends; it gets those of ${file.shown} (${theirs}).`,
  };
}

/** The file is gone, and the new one is written as the settings say. */
function newEncoding({ deleted, file }: Replay): PreviewWarning | undefined {
  return file.before === undefined &&
    deleted !== undefined &&
    !['default', 'utf8', file.encoding].includes(deleted.encoding)
    ? {
        code: 'encoding',
        message: `The file was in ${deleted.encoding} when the text was deleted; the new one gets the encoding of your settings.`,
      }
    : undefined;
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index]);
}
