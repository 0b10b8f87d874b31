import type { CallRow, ChipRow } from '../ports/store.ts';
import type { FileChange } from '../core/edit/change.ts';
import { decodeChange } from '../core/edit/change.ts';
import { chipBytes, chipContent } from '../core/chips/chipText.ts';
import type { ChipDetail } from '../protocol/chips.ts';
import { splitLines } from '../core/edit/lines.ts';
import { findChip, replayForms } from './keptChip.ts';
import type { PanelParts } from './panelParts.ts';
import { chipItem, eventItem } from './rowItems.ts';
import { shownPlaces } from './shownPath.ts';
import { shownValue } from './shownValue.ts';
import { readPayload } from '../core/readPayload.ts';

/** Characters of a chip's text that are shown. */
const shownCharacters = 100_000;

/** Bytes of an answer in which its advice stands. */
const adviceWithin = 8192;

/** Calls named of a chip. */
const mostCalls = 20;

/** Everything about one chip. Throws `chip-not-found`. */
export async function chipDetail(
  id: string,
  parts: PanelParts,
  signal: AbortSignal,
): Promise<ChipDetail> {
  const { store } = parts;
  const places = shownPlaces(parts);
  const { chip, args, unreadable } = await findChip(id, store);
  const calls = await store.callsAbout({ chip: id });
  const rows = chip.event === undefined ? [] : await store.snapshots({ event: chip.event });
  const event = eventItem(rows, places);
  const common = {
    chip: chipItem(chip, places),
    calls: calls.slice(0, mostCalls).map((call) => ({
      id: call.id,
      client: call.client,
      started: call.started,
    })),
    ...(event === undefined ? {} : { event }),
  };
  if (args === undefined || signal.aborted) {
    return { ...common, forms: [], unreadable: unreadable ?? 'The request was cancelled.' };
  }
  const text = chipContent(args);
  const [advice, change] = await Promise.all([adviceOf(calls, parts), deletion(chip, parts)]);
  const hunk = change?.hunks[0];
  const binaryBytes = chipBytes(args)?.length;
  return {
    ...common,
    forms: replayForms(chip, args),
    ...(text === undefined
      ? {}
      : {
          text: text.slice(0, shownCharacters).toWellFormed(),
          textCharacters: text.length,
          textLines: splitLines(text).length,
        }),
    ...(binaryBytes === undefined ? {} : { binaryBytes }),
    ...(chip.kind === 'deleted' ? {} : { arguments: shownValue(args) }),
    ...(advice === undefined ? {} : { advice }),
    ...(hunk === undefined ? {} : { origin: hunk.line - 1 }),
  };
}

/** What the edit that deleted a chip's text did to the chip's file; undefined where that is not known any more. */
export async function deletion(
  chip: ChipRow,
  { store }: Pick<PanelParts, 'store'>,
): Promise<FileChange | undefined> {
  if (chip.event === undefined || chip.kind !== 'deleted') {
    return undefined;
  }
  const rows = await store.snapshots({ event: chip.event });
  const row = rows.find((one) => one.file === chip.file);
  const kept = row === undefined ? undefined : await readPayload(store, row.change);
  return kept?.state === 'kept' ? decodeChange(kept.content) : undefined;
}

/** What the agent was told to do next, from the newest answer that is still kept. */
async function adviceOf(
  calls: readonly CallRow[],
  { store }: PanelParts,
): Promise<string | undefined> {
  for (const { outcome, result } of calls.slice(0, mostCalls)) {
    const kept =
      outcome === 'ok' || result === undefined ? undefined : await readPayload(store, result);
    if (kept?.state === 'kept') {
      const start = new TextDecoder().decode(kept.content.subarray(0, adviceWithin));
      return /^Error \([^]*?\nNext: (.*)/.exec(start)?.[1];
    }
  }
  return undefined;
}
