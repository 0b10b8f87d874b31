import type { AppliedFile, FileView } from '../ports/editHost.ts';
import type { NewChip, SnapshotState, StoredChip, StoreWrite } from '../ports/store.ts';
import type { ChipArguments } from '../core/chips/chipText.ts';
import { newChip } from '../core/chips/newChip.ts';
import type { FileChange } from '../core/edit/change.ts';
import { changeOf, encodeChange, removedText } from '../core/edit/change.ts';
import { joinLines } from '../core/edit/lines.ts';
import { planWrite } from '../core/edit/planLines.ts';
import type { ProposedCall } from './carryOut.ts';
import type { EditProposal, ProposedEvent } from './defineTool.ts';
import type { ToolParts } from './runTool.ts';

/** A call whose tool proposed an edit. */
export type EditCall = ProposedCall & { readonly proposal: EditProposal };

/** The chip of the removed lines and the snapshots, written before anything is changed. */
export function keepAhead(
  call: EditCall,
  proposed: readonly ProposedEvent[],
  events: readonly string[],
  from: { readonly changes: readonly FileChange[]; readonly parts: ToolParts },
): StoreWrite[] {
  const { clock, random, settings } = from.parts;
  const folder = folderOf(call, from.parts);
  const writes: StoreWrite[] = [];
  const removed = call.proposal.keepRemoved === true ? from.changes.map(removedText).join('') : '';
  if (removed !== '') {
    const subject = {
      kind: 'deleted' as const,
      tool: call.tool.name,
      workspace: folder,
      session: call.session,
      ...(events[0] === undefined ? {} : { event: events[0] }),
      ...(call.file === undefined ? {} : { file: call.file.path }),
    };
    const chip = newChip(subject, { _content: removed }, { clock, random, settings });
    writes.push({ op: 'putChip', chip });
  }
  if (call.proposal.keepArguments === true) {
    writes.push({ op: 'putChip', chip: sentChip(call, folder, events[0], from.parts) });
  }
  for (const [index, event] of proposed.entries()) {
    for (const proposedChange of event.changes) {
      const mode = from.changes.find(({ path }) => path === proposedChange.path)?.mode;
      const whole = wholeOf(call.proposal, proposedChange, from.parts);
      const change = {
        ...proposedChange,
        ...(mode === undefined ? {} : { mode }),
        ...(whole === undefined ? {} : { whole }),
      };
      const of = event.of === undefined ? {} : { of: event.of };
      const row = { event: events[index] ?? '', state: 'pending' as const, ...of };
      writes.push(snapshotWrite(call, change, row, from.parts));
    }
  }
  return writes;
}

/** What is written once the edit is made. */
export function settle(proposal: EditProposal, events: readonly string[]): StoreWrite[] {
  return [
    ...events.map((event) => ({ op: 'setSnapshotState', event, state: 'applied' }) as const),
    ...(proposal.settle?.(events) ?? []),
  ];
}

/** The chip of arguments of which the text was not written as it was sent. */
function sentChip(
  call: EditCall,
  workspace: string,
  event: string | undefined,
  parts: ToolParts,
): NewChip {
  const subject = {
    kind: 'unwritten' as const,
    tool: call.tool.name,
    workspace,
    session: call.session,
    ...(event === undefined ? {} : { event }),
    ...(call.file === undefined ? {} : { file: call.file.path }),
  };
  return newChip(subject, call.args as ChipArguments, parts);
}

/** Takes back what was kept for an edit that did not happen. A chip that was there before stays. */
export function undoAhead(
  events: readonly string[],
  chip: { readonly id: string; readonly refreshed: boolean } | undefined,
): StoreWrite[] {
  return [
    ...events.map((event) => ({ op: 'setSnapshotState', event, state: 'dropped' }) as const),
    ...(chip === undefined || chip.refreshed ? [] : [{ op: 'deleteChip', id: chip.id } as const]),
  ];
}

/**
 * The record of an edit whose files got another text by being saved (a formatter, or the like): a new event that holds
 * what became of them, in place of the one that was written ahead, so that taking it back fits the file.
 */
export function reshapedEvent(
  call: EditCall,
  made: {
    readonly changes: readonly FileChange[];
    readonly applied: readonly AppliedFile[];
    readonly events: readonly string[];
    readonly chip: StoredChip | undefined;
  },
  parts: ToolParts,
): {
  readonly changes: readonly FileChange[];
  readonly events: readonly string[];
  readonly writes: readonly StoreWrite[];
} {
  const changes = made.changes.map((change) => {
    const done = made.applied.find((one) => one.path === change.path);
    const before = call.proposal.views.get(change.path);
    return done?.reshaped === true && done.view !== undefined && before !== undefined
      ? reshapedChange(change, before, done.view)
      : change;
  });
  const event = parts.random.hex(8);
  const { chip } = made;
  const writes: StoreWrite[] = [
    ...made.events.map(
      (one) => ({ op: 'setSnapshotState', event: one, state: 'dropped' }) as const,
    ),
    ...changes.map((change) => snapshotWrite(call, change, { event, state: 'applied' }, parts)),
    ...(chip === undefined ? [] : [{ op: 'updateChip', id: chip.id, event } as const]),
    ...(call.proposal.settle?.([event]) ?? []),
  ];
  return { changes, events: [event], writes };
}

function reshapedChange(change: FileChange, before: FileView, after: FileView): FileChange {
  const splices = planWrite(before, after.lines(1, after.lineCount));
  const plan = { kind: 'splice', path: change.path, version: '', splices } as const;
  const whole = joinLines(before.lines(1, before.lineCount));
  return { ...changeOf(plan, before, change.mode), whole };
}

function snapshotWrite(
  call: EditCall,
  change: FileChange,
  row: { readonly event: string; readonly state: SnapshotState; readonly of?: string },
  parts: ToolParts,
): StoreWrite {
  const snapshot = {
    ...row,
    file: change.path,
    tool: call.tool.name,
    workspace: folderOf(call, parts),
    session: call.session,
    encoding: change.encoding,
    created: parts.clock.now(),
    content: encodeChange(change),
    ...(change.mode === undefined ? {} : { mode: change.mode }),
  };
  return { op: 'putSnapshot', snapshot, limit: parts.settings().maxSnapshots };
}

function folderOf(call: EditCall, parts: ToolParts): string {
  return call.file?.folder ?? parts.workspace.folders[0]?.path ?? '';
}

function wholeOf(proposal: EditProposal, change: FileChange, parts: ToolParts): string | undefined {
  const view = proposal.views.get(change.path);
  // Several events in one plan do not each start from the file as it is.
  return view === undefined || (proposal.events?.length ?? 1) > 1
    ? undefined
    : parts.whole.due(view, change);
}
