import type { Origin } from '../recordedBlock.ts';
import type { NewBlock } from '../sessionDraft.ts';
import type { CodexItem } from './codexItem.ts';

/** The block of an item whose text stands at `origin`. `tools` are the names of tools by the ids of their calls. */
export function itemBlock(
  item: CodexItem,
  origin: Origin,
  at: number | undefined,
  tools: ReadonlyMap<string, string>,
): NewBlock {
  const { kind, native, fidelity, tokens, call, failed, file } = item;
  const tool = item.tool ?? (call === undefined ? undefined : tools.get(call));
  return {
    kind,
    origin,
    native,
    fidelity,
    ...(tool !== undefined && tool !== '' && { tool }),
    ...(tokens !== undefined && { tokens }),
    ...(call !== undefined && { call }),
    ...(failed !== undefined && { failed }),
    ...(file !== undefined && { path: file }),
    ...(at !== undefined && { at }),
  };
}
