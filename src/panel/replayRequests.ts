import { PathGate } from '../core/edit/pathGate.ts';
import type { InspectorRequests } from '../protocol/inspector.ts';
import { isOptional, isRecord } from '../protocol/guards.ts';
import { RpcError } from '../protocol/rpc.ts';
import { isId, isPath, isPlace, isWords } from './asked.ts';
import type { HandlersOf, PanelParts } from './panelParts.ts';
import { shownPath, shownPlaces } from './shownPath.ts';

/** Files offered for a replay. */
const mostFiles = 200;

/** Lines shown above and below the place. */
const around = 5;

/** Characters shown of a line. */
const longestLine = 400;

type Asked<Name extends keyof InspectorRequests> = InspectorRequests[Name]['params'];
type Given<Name extends keyof InspectorRequests> = InspectorRequests[Name]['result'];

/** Answers what is asked while a person chooses where a chip goes. */
export function replayRequests(parts: PanelParts): HandlersOf<'replay/files' | 'replay/lines'> {
  return {
    'replay/files': {
      guard: isRecord<Asked<'replay/files'>>({ words: isWords, chip: isOptional(isId) }),
      handle: (asked, signal) => findFiles(asked, parts, signal),
    },
    'replay/lines': {
      guard: isRecord<Asked<'replay/lines'>>({
        file: isPath,
        line: isPlace,
      }),
      handle: (asked) => linesAround(asked, parts),
    },
  };
}

async function findFiles(
  { words, chip: id }: Asked<'replay/files'>,
  parts: PanelParts,
  signal: AbortSignal,
): Promise<Given<'replay/files'>> {
  const { actions, store } = parts;
  const chip = id === undefined ? undefined : await store.chip(id);
  const found = signal.aborted ? [] : await actions.findFiles(words, mostFiles);
  const places = shownPlaces(parts);
  const shown = (file: string): string => shownPath(file, places, chip?.workspace);
  const asked = words.toLowerCase().split(/\s+/).filter(Boolean);
  const own =
    chip?.file !== undefined &&
    asked.every((word) =>
      shown(chip.file ?? '')
        .toLowerCase()
        .includes(word),
    )
      ? [chip.file]
      : [];
  const files = [...new Set([...own, ...found])].slice(0, mostFiles);
  return { files: files.map((file) => ({ file, shown: shown(file) })) };
}

/** The last lines are given where the file has fewer than asked for. */
async function linesAround(
  { file, line }: Asked<'replay/lines'>,
  { host, paths, settings, workspace }: PanelParts,
): Promise<Given<'replay/lines'>> {
  const gate = new PathGate({ host, paths, workspace, guarded: settings.current.guardedFiles });
  const gated = await gate.resolve(file, { exact: true });
  if (!gated.ok) {
    throw new RpcError(gated.failure);
  }
  if (gated.value.stat === undefined) {
    return { total: 0, first: 1, lines: [] };
  }
  const read = await host.read(gated.value.path);
  if (!read.ok) {
    throw new RpcError(read.failure);
  }
  const { lineCount } = read.value;
  const place = Math.min(line, lineCount);
  const first = Math.max(1, place - around + 1);
  const lines = read.value
    .lines(first, place + around)
    .map(({ text }) =>
      text.length > longestLine ? `${text.slice(0, longestLine)}…`.toWellFormed() : text,
    );
  return { total: lineCount, first, lines };
}
