import { z } from 'zod';
import type { FileView } from '../ports/editHost.ts';
import { fail, ok } from '../ports/result.ts';
import type { Result } from '../ports/result.ts';
import type { SnapshotState, StoreWrite } from '../ports/store.ts';
import { badArguments, failure } from '../core/failures.ts';
import { readPayload } from '../core/readPayload.ts';
import type { FileChange } from '../core/edit/change.ts';
import { decodeChange } from '../core/edit/change.ts';
import type { HistoryEvent } from '../core/edit/history.ts';
import { readAs, reverse, toEvents } from '../core/edit/history.ts';
import type { GatedPath } from '../core/edit/pathGate.ts';
import type { Proposal, ToolContext } from './defineTool.ts';
import { defineTool } from './defineTool.ts';
import { againField, briefField, previewField } from './arguments.ts';
import { ownFolders } from './listChips.ts';
import { statusFields } from './trxStatus.ts';

const schema = z.strictObject({
  action: z
    .enum(['status', 'commit', 'rollback', 'redo'])
    .describe(
      'status: list events; rollback: take edits back; redo: make them again; commit: end the list.',
    ),
  step: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('rollback: how many of the latest edits; default 1.'),
  event: z
    .string()
    .optional()
    .describe('One edit by its event_id. rollback, redo: later edits stay; status: only this one.'),
  again: againField,
  preview: previewField,
  brief: briefField,
});

type Arguments = z.infer<typeof schema>;

const example = { action: 'rollback', step: 1 };

/** be-trx: lists edits, takes them back, makes them again, or ends the list. */
export const trxTool = defineTool<Arguments>({
  name: 'be-trx',
  title: 'Undo and redo edits',
  description: {
    en: "Every edit made with these tools is an event with its before and after. status lists events; rollback takes the latest (step) or one (event) back and leaves later edits and the user's own changes alone; redo makes it again; commit ends the list. preview shows the diff first.",
    zh: '这些工具的每次编辑都是一个事件，保存编辑前后的内容。status 列出事件；rollback 撤回最近几次（step）或某一次（event），不影响之后的编辑和用户自己的修改；redo 重做；commit 结束列表。preview 先显示差异。',
  },
  schema,
  aliases: { event_id: 'event' },
  example,
  annotations: { readOnly: false, destructive: true, idempotent: false },
  async files(args, context) {
    if (args.action === 'status' || args.action === 'commit') {
      return ok([]);
    }
    const history = await loadHistory(context);
    const chosen = choose(args, history);
    if (!chosen.ok) {
      return chosen;
    }
    const paths = chosen.value.flatMap((event) => event.changes.map((change) => change.path));
    const gated: GatedPath[] = [];
    for (const path of new Set(paths)) {
      const one = await context.gate.resolve(path, { exact: true });
      if (!one.ok) {
        return one;
      }
      gated.push(one.value);
    }
    return ok(gated);
  },
  async propose(args, gated, context): Promise<Result<Proposal>> {
    const history = await loadHistory(context);
    if (args.action === 'status') {
      return ok({ kind: 'answer', fields: await statusFields(history, context, args.event) });
    }
    if (args.action === 'commit') {
      return ok(await commit(args, history, context));
    }
    const chosen = choose(args, history);
    return chosen.ok ? reversal(args, chosen.value, { history, gated }, context) : chosen;
  },
});

async function loadHistory(context: ToolContext): Promise<readonly HistoryEvent[]> {
  const rows = await context.store.snapshots(ownFolders(context));
  const changes = new Map<string, FileChange | undefined>();
  for (const { change } of rows) {
    if (!changes.has(change)) {
      // One that was changed from outside counts as one that is not there; its event is left out.
      const kept = await readPayload(context.store, change);
      changes.set(change, kept.state === 'kept' ? decodeChange(kept.content) : undefined);
    }
  }
  const done = rows.filter((row) => row.state !== 'pending' && row.state !== 'dropped');
  return toEvents(done, (row) => changes.get(row.change));
}

/** The edits meant, newest first. */
function choose(
  args: Arguments,
  history: readonly HistoryEvent[],
): Result<readonly HistoryEvent[]> {
  const wanted: SnapshotState = args.action === 'redo' ? 'rolled-back' : 'applied';
  const open = history.filter((event) => event.of === undefined && event.state === wanted);
  if (args.event !== undefined) {
    const event = open.find((one) => one.id === args.event);
    return event === undefined ? fail(noEvent(args, history, open)) : ok([event]);
  }
  if (args.action === 'redo') {
    // The one taken back last comes first.
    const last = history.findLast((event) => open.some((one) => one.id === event.of));
    const event = open.find((one) => one.id === last?.of);
    return event === undefined ? fail(noEvent(args, history, open)) : ok([event]);
  }
  const step = args.step ?? 1;
  if (step > open.length) {
    return fail(noEvent(args, history, open));
  }
  return ok(open.slice(-step).reverse());
}

function noEvent(
  args: Arguments,
  history: readonly HistoryEvent[],
  open: readonly HistoryEvent[],
): ReturnType<typeof failure> {
  const state = history.find((event) => event.id === args.event)?.state;
  const what =
    args.event === undefined
      ? `There are ${open.length} edits to ${args.action === 'redo' ? 'make again' : 'take back'}.`
      : state === undefined
        ? `There is no event "${args.event}".`
        : `Event ${args.event} is ${state}.`;
  return failure('event-not-found', what, 'List the events with {"action":"status"}.', {
    events: open.slice(-20).map((event) => event.id),
  });
}

async function commit(
  args: Arguments,
  history: readonly HistoryEvent[],
  context: ToolContext,
): Promise<Proposal> {
  const open = history.filter((event) => event.state === 'applied' && event.of === undefined);
  const fields = { action: 'commit', committed: open.length };
  if (args.preview === true) {
    return { kind: 'answer', fields: { ...fields, preview: true } };
  }
  const rows = await context.store.snapshots({ ...ownFolders(context), states: ['applied'] });
  const writes = [...new Set(rows.map((row) => row.workspace))].map(
    (workspace) => ({ op: 'commitSnapshots', workspace }) as const,
  );
  return { kind: 'answer', fields, writes };
}

/** Chips whose text comes back with the edits that removed it count as put back. */
async function replayedChips(ids: readonly string[], context: ToolContext): Promise<StoreWrite[]> {
  const chips = await context.store.chips(ownFolders(context));
  return chips
    .filter((chip) => chip.event !== undefined && ids.includes(chip.event))
    .map((chip) => ({ op: 'updateChip', id: chip.id, replayed: context.now() }) as const);
}

async function reversal(
  args: Arguments,
  chosen: readonly HistoryEvent[],
  from: { readonly history: readonly HistoryEvent[]; readonly gated: readonly GatedPath[] },
  context: ToolContext,
): Promise<Result<Proposal>> {
  if (chosen.length === 0) {
    return fail(badArguments('There is nothing to take back.', example));
  }
  const views = new Map<string, FileView>();
  for (const gated of from.gated) {
    if (gated.stat !== undefined) {
      const read = await context.host.read(gated.path, readAs(gated.path, chosen));
      if (!read.ok) {
        return read;
      }
      views.set(gated.path, read.value);
    }
  }
  const ids = chosen.map((event) => event.id);
  const reversed = reverse(from.history, ids, views);
  if (!reversed.ok) {
    return reversed;
  }
  const state: SnapshotState = args.action === 'redo' ? 'applied' : 'rolled-back';
  const marks = args.action === 'rollback' ? await replayedChips(ids, context) : [];
  const settle = (): StoreWrite[] => [
    ...ids.map((event) => ({ op: 'setSnapshotState', event, state }) as const),
    ...marks,
  ];
  return ok({
    kind: 'edit',
    plan: {
      label: args.action === 'redo' ? 'Make edits again' : 'Take edits back',
      files: reversed.value.plan,
    },
    views,
    shown: new Map(from.gated.map((gated) => [gated.path, gated.shown])),
    events: reversed.value.events,
    settle,
    fields: { action: args.action, events: ids },
  });
}
