import type { AppliedFile } from '../ports/editHost.ts';
import type { Result } from '../ports/result.ts';
import type { StoredChip } from '../ports/store.ts';
import { fail, ok } from '../ports/result.ts';
import { cancelled } from '../core/failures.ts';
import type { FileChange } from '../core/edit/change.ts';
import { changeOf } from '../core/edit/change.ts';
import { notebookWarning } from '../core/edit/notebookText.ts';
import type { GatedPath } from '../core/edit/pathGate.ts';
import type {
  ActProposal,
  AnyTool,
  EditProposal,
  Proposal,
  ProposedEvent,
  ToolContext,
} from './defineTool.ts';
import { editFields, previewFields } from './editAnswer.ts';
import type { EditCall } from './editRecord.ts';
import { keepAhead, reshapedEvent, settle, undoAhead } from './editRecord.ts';
import { allowEdit } from './guardedEdit.ts';
import type { Kept } from './keeping.ts';
import { keep, storeFailure } from './keeping.ts';
import { plainAnswer, successAnswer } from './renderAnswer.ts';
import type { CallOutcome, ToolParts } from './runTool.ts';

/** A call whose tool has proposed. */
export interface ProposedCall {
  readonly tool: AnyTool;
  readonly args: unknown;
  readonly proposal: Exclude<Proposal, ActProposal>;
  /** The first file the call names. */
  readonly file: GatedPath | undefined;
  /** The files as the gate found them in this turn. */
  readonly files: readonly GatedPath[];
  /** The connection the call came over. */
  readonly session: string;
  readonly signal: AbortSignal;
}

/** Does what a tool proposed: answers, previews, or keeps, applies and settles. What it only does: see actOut.ts. */
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
    const { plain } = proposal;
    const answer = plain === undefined ? successAnswer(fields) : plainAnswer(plain, fields);
    return ok({ answer, outcome: 'ok', ...named });
  }
  const planned = changesOf(proposal, call.files);
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
  call: EditCall,
  changes: readonly FileChange[],
  context: ToolContext,
  { parts, brief }: { readonly parts: ToolParts; readonly brief: boolean },
): Promise<Result<CallOutcome>> {
  const { proposal, signal } = call;
  if (signal.aborted) {
    return fail(cancelled());
  }
  // A file that did not come through the gate is never taken for a harmless one.
  const guarded = (path: string): boolean => fileAt(call.files, path)?.guarded ?? true;
  const edit = { proposal, changes, guarded, signal, tool: call.tool.name };
  const refused = await allowEdit({ ...edit, client: context.caller.client }, parts);
  if (refused !== undefined) {
    return fail(refused);
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
    for (const { path } of changes) {
      parts.whole.forget(path);
    }
    await keep(parts.store, ahead.outcome === undefined ? [] : undoAhead(events, chip), parts.log);
    return applied;
  }
  const made: MadeEdit = { changes, applied: applied.value, ahead, events, chip };
  return answerEdit(call, made, context, { parts, brief });
}

/** An edit that was made and is not settled in the store yet. */
interface MadeEdit {
  readonly changes: readonly FileChange[];
  readonly applied: readonly AppliedFile[];
  readonly ahead: Kept;
  readonly events: readonly string[];
  readonly chip: StoredChip | undefined;
}

/** Settles what was kept, makes the ids of the lines follow, and says what was done. */
async function answerEdit(
  call: EditCall,
  made: MadeEdit,
  context: ToolContext,
  { parts, brief }: { readonly parts: ToolParts; readonly brief: boolean },
): Promise<Result<CallOutcome>> {
  const { proposal } = call;
  const { applied, ahead, chip } = made;
  const reshaped = proposal.events === undefined && applied.some((one) => one.reshaped === true);
  const record = reshaped ? reshapedEvent(call, made, parts) : undefined;
  const { changes, events } = record ?? made;
  const writes = record?.writes ?? settle(proposal, events);
  const settled = await keep(parts.store, ahead.outcome === undefined ? [] : writes, parts.log);
  for (const { path, view } of applied) {
    if (view !== undefined) {
      parts.viewed.seen.edited(call.session, proposal.views.get(path), view);
    }
  }
  for (const file of proposal.plan.files) {
    if (file.kind === 'splice') {
      parts.viewed.edited(file.path, file.splices, events[0] ?? '');
    }
  }
  const fields = editFields(
    {
      proposal,
      changes,
      applied,
      events: ahead.outcome === undefined ? [] : events,
      ...(chip === undefined ? {} : { chip: chip.id }),
      warnings: [...ahead.warnings, ...settled.warnings, ...brokenNotebooks(proposal, applied)],
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

function brokenNotebooks(proposal: EditProposal, applied: readonly AppliedFile[]): string[] {
  return applied.flatMap(({ path, view }) => {
    const warning = notebookWarning(proposal.views.get(path), view);
    return warning === undefined ? [] : [warning];
  });
}

/** What each file loses and gains, with the permission bits it would need to be made again. */
function changesOf({ plan, views }: EditProposal, files: readonly GatedPath[]): FileChange[] {
  return plan.files.map((file) => {
    const mode = file.kind === 'create' ? file.mode : fileAt(files, file.path)?.stat?.mode;
    return changeOf(file, views.get(file.path), mode);
  });
}

function fileAt(files: readonly GatedPath[], path: string): GatedPath | undefined {
  return files.find((one) => one.path === path);
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
