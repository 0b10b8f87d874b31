import { isRecord } from '../protocol/guards.ts';
import { isChangesAsked, isOneId, isWords } from './asked.ts';
import { chipDetail } from './chipDetail.ts';
import type { HandlersOf, PanelParts } from './panelParts.ts';
import { chipItem } from './rowItems.ts';
import { shownPlaces } from './shownPath.ts';

/** Answers what is asked of the chips in the store. */
export function chipRequests(
  parts: PanelParts,
): HandlersOf<'chips/changes' | 'chips/search' | 'chip/read'> {
  const { store } = parts;
  return {
    'chips/changes': {
      guard: isChangesAsked,
      async handle(asked) {
        const changes = await store.chipChanges(asked);
        const places = shownPlaces(parts);
        return { ...changes, chips: changes.chips.map((row) => chipItem(row, places)) };
      },
    },
    'chips/search': {
      guard: isRecord<{ readonly words: string }>({ words: isWords }),
      handle: async ({ words }) => ({ ids: await store.searchChips(words) }),
    },
    'chip/read': {
      guard: isOneId,
      handle: ({ id }, signal) => chipDetail(id, parts, signal),
    },
  };
}
