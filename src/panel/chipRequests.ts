import type { StoreWrite } from '../ports/store.ts';
import type { ChangesAsked, ChipAction } from '../protocol/chips.ts';
import { chipContent } from '../core/chips/chipText.ts';
import { isList, isOneOf, isOptional, isRecord, isText, isWhole } from '../protocol/guards.ts';
import type { Nothing } from '../protocol/inspector.ts';
import { RpcError } from '../protocol/rpc.ts';
import { chipDetail } from './chipDetail.ts';
import { readChip } from './keptChip.ts';
import type { HandlersOf, PanelParts } from './panelParts.ts';
import { chipItem } from './rowItems.ts';

const mostRows = 5000;

/** The id of a chip, call or event. */
export const isId = isText(40, 1);

/** Ids of chips. */
export const isIds = isList(isId, 20_000);

/** A part of a table of the store. */
export const isChangesAsked = isRecord<ChangesAsked>({
  after: isOptional(isWhole(0, Number.MAX_SAFE_INTEGER)),
  before: isOptional(isWhole(0, Number.MAX_SAFE_INTEGER)),
  limit: isWhole(1, mostRows),
});

const isChip = isRecord<{ readonly id: string }>({ id: isId });

/** Answers what is asked of the chips in the store. */
export function chipRequests(
  parts: PanelParts,
): HandlersOf<
  | 'chips/changes'
  | 'chips/search'
  | 'chips/act'
  | 'chips/expire'
  | 'chip/read'
  | 'chip/open'
  | 'chip/copy'
> {
  const { store, actions, clock, paths, workspace } = parts;
  return {
    'chips/changes': {
      guard: isChangesAsked,
      async handle(asked) {
        const changes = await store.chipChanges(asked);
        const places = { folders: workspace.folders, paths };
        return { ...changes, chips: changes.chips.map((row) => chipItem(row, places)) };
      },
    },
    'chips/search': {
      guard: isRecord<{ readonly words: string }>({ words: isText(1000) }),
      handle: async ({ words }) => ({ ids: await store.searchChips(words) }),
    },
    'chips/act': {
      guard: isRecord<{ readonly action: ChipAction; readonly ids: readonly string[] }>({
        action: isOneOf('pin', 'unpin', 'delete'),
        ids: isIds,
      }),
      handle: async ({ action, ids }) => ({ done: await act(action, ids, parts) }),
    },
    'chips/expire': {
      guard: isRecord<Nothing>({}),
      async handle() {
        const { expired } = await store.write([{ op: 'expireChips', now: clock.now() }]);
        return { done: expired };
      },
    },
    'chip/read': {
      guard: isChip,
      handle: ({ id }, signal) => chipDetail(id, parts, signal),
    },
    'chip/open': {
      guard: isChip,
      async handle({ id }) {
        const { chip, args } = await readChip(id, store);
        const text = chipContent(args);
        const isOwn = text !== undefined && chip.file !== undefined;
        const name = isOwn
          ? paths.basename(chip.file)
          : text === undefined
            ? 'arguments.json'
            : 'text.txt';
        await actions.openText(`chip ${id}`, name, text ?? shownJson(args));
        return null;
      },
    },
    'chip/copy': {
      guard: isRecord<{ readonly id: string; readonly what: 'text' | 'arguments' | 'id' }>({
        id: isId,
        what: isOneOf('text', 'arguments', 'id'),
      }),
      async handle({ id, what }) {
        const text = await copied(id, what, parts);
        await actions.copy(text);
        return { characters: text.length };
      },
    },
  };
}

async function act(
  action: ChipAction,
  ids: readonly string[],
  { actions, store }: PanelParts,
): Promise<number> {
  const wanted = new Set(ids);
  const there = (await store.chips({})).filter((chip) => wanted.has(chip.id));
  const [only] = there;
  if (only === undefined) {
    return 0;
  }
  if (action === 'delete') {
    const question =
      there.length === 1
        ? `Delete chip ${only.id} for good?`
        : `Delete ${there.length} chips for good?`;
    const pinned = there.filter((chip) => chip.pinned).length;
    const detail = [
      there.length === 1 ? only.excerpt : undefined,
      pinned > 0 && there.length > 1 ? `${pinned} of them are pinned.` : undefined,
      there.length === 1
        ? 'Its text can not be brought back.'
        : 'Their texts can not be brought back.',
    ];
    const said = detail.filter((line) => line !== undefined && line !== '').join('\n');
    if (!(await actions.confirm(question, said, 'Delete'))) {
      return 0;
    }
  }
  await store.write(
    there.map(({ id }): StoreWrite =>
      action === 'delete'
        ? { op: 'deleteChip', id }
        : { op: 'updateChip', id, pinned: action === 'pin' },
    ),
  );
  return there.length;
}

async function copied(
  id: string,
  what: 'text' | 'arguments' | 'id',
  { store }: PanelParts,
): Promise<string> {
  if (what === 'id') {
    return `chip://${id}`;
  }
  const { args } = await readChip(id, store);
  const text = what === 'text' ? chipContent(args) : shownJson(args);
  if (text === undefined) {
    const message = `Chip ${id} does not hold one text; copy its arguments instead.`;
    throw new RpcError({ code: 'no-text', message });
  }
  return text;
}

/** Arguments as people read them. */
export function shownJson(args: unknown): string {
  return JSON.stringify(args, null, 2);
}
