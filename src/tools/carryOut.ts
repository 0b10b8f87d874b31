import type { Result } from '../ports/result.ts';
import type { StoreWrite } from '../ports/store.ts';
import { fail, ok } from '../ports/result.ts';
import { cancelled } from '../core/failures.ts';
import { newChip } from '../core/chips/newChip.ts';
import type { FileChange } from '../core/edit/change.ts';
import { changeOf, encodeChange, removedText } from '../core/edit/change.ts';
import type { GatedPath } from '../core/edit/pathGate.ts';
import type { AnyTool, EditProposal, Proposal, ProposedEvent, ToolContext } from './defineTool.ts';
import { editFields, previewFields } from './editAnswer.ts';
import { keep, storeFailure } from './keeping.ts';
import { successAnswer } from './renderAnswer.ts';
import type { CallOutcome, ToolParts } from './runTool.ts';

/** A call whose tool has proposed. */
export interface ProposedCall {
  readonly tool: AnyTool;
  readonly args: unknown;
  readonly proposal: Proposal;
  /** The first file the call names. */
  readonly file: GatedPath | undefined;
  /** The connection the call came over. */
  readonly session: string;
  readonly signal: AbortSignal;
}

/** Does what a tool proposed: answers, previews, or keeps, applies and settles. */
export async function carryOut(
  call: ProposedCall,
  context: ToolContext,
  parts: ToolParts,
): Promise<Result<CallOutcome>> {
  const { proposal } = call;
  const named = call.file === undefined ? {} : { file: call.file.path };
  if (proposal.kind === 'answer') {
    const { warnings, failed } = await keep(parts.store, proposal.writes ?? [], parts.log);
    if (failed !== undefined) {
      return fail(storeFailure(failed));
    }
    const fields = warnings.length > 0 ? { ...proposal.fields, warnings } : proposal.fields;
    return ok({ answer: successAnswer(fields), outcome: 'ok', ...named });
  }
  const planned = await changesOf(proposal, parts);
  const nothing = planned.every((change) => change.kind === 'splice' && isNothing(change));
  const changes = nothing ? planned.map(empty) : planned;
  const { preview, brief } = call.args as { preview?: boolean; brief?: boolean };
  if (preview === true) {
    const fields = previewFields(proposal, changes, context);
    return ok({ answer: successAnswer(fields), outcome: 'ok', ...named });
  }
  if (nothing) {
    const applied = proposal.plan.files.map((file) => ({
      path: file.path,
      view: proposal.views.get(file.path),
      saved: true,
      warnings: [],
    }));
    const edit = { proposal, changes, applied, events: [], warnings: [] };
    return ok({ answer: successAnswer(editFields(edit, true, context)), outcome: 'ok', ...named });
  }
  return applyEdit({ ...call, proposal }, changes, context, { parts, brief: brief === true });
}

async function applyEdit(
  call: ProposedCall & { readonly proposal: EditProposal },
  changes: readonly FileChange[],
  context: ToolContext,
  { parts, brief }: { readonly parts: ToolParts; readonly brief: boolean },
): Promise<Result<CallOutcome>> {
  const { proposal, signal } = call;
  if (signal.aborted) {
    return fail(cancelled());
  }
  const proposed: readonly ProposedEvent[] = proposal.events ?? [{ changes }];
  const events = proposed.map(() => parts.random.hex(8));
  const ahead = await keep(
    parts.store,
    keepAhead(call, proposed, events, { changes, parts }),
    parts.log,
  );
  const applied = await parts.host.apply(proposal.plan, signal);
  const [chip] = ahead.outcome?.chips ?? [];
  if (!applied.ok) {
    await keep(parts.store, ahead.outcome === undefined ? [] : undoAhead(events, chip), parts.log);
    return applied;
  }
  const settled = await keep(
    parts.store,
    ahead.outcome === undefined ? [] : settle(proposal, events),
    parts.log,
  );
  for (const file of proposal.plan.files) {
    if (file.kind === 'splice') {
      parts.viewed.edited(file.path, file.splices, events[0] ?? '');
    }
  }
  const fields = editFields(
    {
      proposal,
      changes,
      applied: applied.value,
      events: ahead.outcome === undefined ? [] : events,
      ...(chip === undefined ? {} : { chip: chip.id }),
      warnings: [...ahead.warnings, ...settled.warnings],
    },
    brief,
    context,
  );
  return ok({
    answer: successAnswer(fields),
    outcome: 'ok',
    ...(call.file === undefined ? {} : { file: call.file.path }),
    ...(events[0] === undefined || ahead.outcome === undefined ? {} : { event: events[0] }),
    ...(chip === undefined ? {} : { chip: chip.id }),
  });
}

/** What each file loses and gains, with the permission bits to give a removed file back. */
async function changesOf(proposal: EditProposal, parts: ToolParts): Promise<FileChange[]> {
  const changes: FileChange[] = [];
  for (const file of proposal.plan.files) {
    const mode =
      file.kind === 'create'
        ? file.mode
        : file.kind === 'remove'
          ? (await parts.host.stat(file.path))?.mode
          : undefined;
    changes.push(changeOf(file, proposal.views.get(file.path), mode));
  }
  return changes;
}

/** The chip of the removed lines and the snapshots, written before anything is changed. */
function keepAhead(
  call: ProposedCall & { readonly proposal: EditProposal },
  proposed: readonly ProposedEvent[],
  events: readonly string[],
  from: { readonly changes: readonly FileChange[]; readonly parts: ToolParts },
): StoreWrite[] {
  const { clock, random, settings, workspace } = from.parts;
  const folder = call.file?.folder ?? workspace.folders[0]?.path ?? '';
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
  for (const [index, event] of proposed.entries()) {
    for (const proposedChange of event.changes) {
      const mode = from.changes.find(({ path }) => path === proposedChange.path)?.mode;
      const change = mode === undefined ? proposedChange : { ...proposedChange, mode };
      const snapshot = {
        event: events[index] ?? '',
        file: change.path,
        tool: call.tool.name,
        workspace: folder,
        session: call.session,
        state: 'pending' as const,
        encoding: change.encoding,
        created: clock.now(),
        content: encodeChange(change),
        ...(event.of === undefined ? {} : { of: event.of }),
        ...(change.mode === undefined ? {} : { mode: change.mode }),
      };
      writes.push({ op: 'putSnapshot', snapshot, limit: settings().maxSnapshots });
    }
  }
  return writes;
}

function settle(proposal: EditProposal, events: readonly string[]): StoreWrite[] {
  return [
    ...events.map((event) => ({ op: 'setSnapshotState', event, state: 'applied' }) as const),
    ...(proposal.settle?.(events) ?? []),
  ];
}

/** Takes back what was kept for an edit that did not happen. A chip that was there before stays. */
function undoAhead(
  events: readonly string[],
  chip: { readonly id: string; readonly refreshed: boolean } | undefined,
): StoreWrite[] {
  return [
    ...events.map((event) => ({ op: 'setSnapshotState', event, state: 'dropped' }) as const),
    ...(chip === undefined || chip.refreshed ? [] : [{ op: 'deleteChip', id: chip.id } as const]),
  ];
}

function isNothing(change: FileChange): boolean {
  return change.hunks.every(
    ({ before, after }) =>
      before.length === after.length &&
      before.every(
        (line, index) => line.text === after[index]?.text && line.eol === after[index].eol,
      ),
  );
}

/** The change without its lines; what is left says where it would have been. */
function empty(change: FileChange): FileChange {
  const hunks = change.hunks.map((hunk) => ({ ...hunk, before: [], after: [] }));
  return { ...change, hunks };
}
