import type { ChipRow, StoreWrite } from '../ports/store.ts';
import type { ChipAction } from '../protocol/chips.ts';
import { isOneOf, isRecord } from '../protocol/guards.ts';
import type { Nothing } from '../protocol/inspector.ts';
import { isIds } from './asked.ts';
import type { HandlersOf, PanelParts } from './panelParts.ts';

/** Answers what is done to chips at once. */
export function chipActs(parts: PanelParts): HandlersOf<'chips/act' | 'chips/expire'> {
  const { clock, store } = parts;
  return {
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
  };
}

/** How many chips it was done to: those that are still there, or none if the person gave up. */
async function act(action: ChipAction, ids: readonly string[], parts: PanelParts): Promise<number> {
  const { actions, store } = parts;
  const found = await Promise.all([...new Set(ids)].map((id) => store.chip(id)));
  const there = found.filter((chip) => chip !== undefined);
  if (there.length === 0) {
    return 0;
  }
  if (action === 'delete') {
    const { question, detail } = deleteQuestion(there);
    if (!(await actions.confirm(question, detail, 'Delete'))) {
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

function deleteQuestion(chips: readonly ChipRow[]): { question: string; detail: string } {
  const [only] = chips;
  if (chips.length === 1 && only !== undefined) {
    const detail = `${only.excerpt}\n\nIts text can not be brought back.`.trim();
    return { question: `Delete chip ${only.id} for good?`, detail };
  }
  const pinned = chips.filter((chip) => chip.pinned).length;
  const note = pinned === 0 ? '' : `${pinned} of them are pinned. `;
  return {
    question: `Delete ${chips.length} chips for good?`,
    detail: `${note}Their texts can not be brought back.`,
  };
}
