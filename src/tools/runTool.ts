/*
 * The one path by which a tool call is carried out. Always in this order: check the arguments, let the tool propose,
 * keep what the edit will remove, apply, settle what was kept, answer. A call that fails after its arguments could be
 * read leaves them as a chip, if it could have edited and they are long enough.
 */
import type { Consent } from '../ports/consent.ts';
import type { EditHost } from '../ports/editHost.ts';
import type { Log } from '../ports/log.ts';
import type { PatchConsent } from '../ports/patchConsent.ts';
import type { Paths } from '../ports/paths.ts';
import type { Failure, Result } from '../ports/result.ts';
import type { Settings } from '../ports/settings.ts';
import type { Store } from '../ports/store.ts';
import { StoreError } from '../ports/store.ts';
import type { Clock, Random } from '../ports/system.ts';
import type { Workspace } from '../ports/workspace.ts';
import { fail } from '../ports/result.ts';
import { cancelled, failure } from '../core/failures.ts';
import type { LiveSessions } from '../core/context/liveSessions.ts';
import type { FileQueue } from '../core/edit/fileQueue.ts';
import type { NameTwin } from '../core/edit/nameTwins.ts';
import type { GatedPath } from '../core/edit/pathGate.ts';
import { PathGate } from '../core/edit/pathGate.ts';
import type { ViewedCode } from '../core/edit/viewedCode.ts';
import type { WholeTexts } from '../core/edit/wholeTexts.ts';
import type { Structure } from '../core/structure/structure.ts';
import { parseArguments } from './arguments.ts';
import { textRoom } from './clientLimits.ts';
import { actOut } from './actOut.ts';
import type { ActProposal, AnyTool, Proposal, ToolContext } from './defineTool.ts';
import { carryOut } from './carryOut.ts';
import { failedCall } from './failedCall.ts';
import type { RepeatGuard } from './repeatGuard.ts';
import { storeFailure } from './keeping.ts';
import { tools, worksUntrusted } from './registry.ts';
import type { Caller, KeptChip, ToolAnswer } from './toolService.ts';

/** What running tools needs. */
export interface ToolParts {
  readonly host: EditHost;
  /** Asks the user before guarded files are changed. */
  readonly consent: Consent;
  /** Asks the user about agents' changes of a context. */
  readonly patchConsent: PatchConsent;
  readonly store: Store;
  readonly workspace: Workspace;
  readonly settings: () => Settings;
  readonly viewed: ViewedCode;
  readonly structure: Structure;
  readonly live: LiveSessions;
  readonly queue: FileQueue;
  readonly whole: WholeTexts;
  readonly paths: Paths;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** What running tools needs besides what previewing them does. */
export interface RunParts extends ToolParts {
  readonly repeats: RepeatGuard;
}

/** What a call came to, for the caller and for the record of calls. */
export interface CallOutcome {
  readonly answer: ToolAnswer;
  /** `ok`, or the failure's code. */
  readonly outcome: string;
  readonly file?: string;
  readonly chip?: string;
  readonly event?: string;
  /** The chip of the arguments of a call that failed. */
  readonly kept?: Omit<KeptChip, 'client'>;
}

/** Times a call is planned anew when the file changes between reading and writing. */
const attempts = 3;

/** A call on its way, and what is known of it so far. */
interface CallUnderway {
  readonly tool: AnyTool;
  readonly args: unknown;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /** The first file the call names, once that is known. */
  file: GatedPath | undefined;
}

/** Carries out one call. Throws nothing: a fault of ours is answered as `internal` and logged. */
export async function runTool(
  tool: AnyTool,
  args: unknown,
  caller: Caller,
  signal: AbortSignal,
  parts: RunParts,
): Promise<CallOutcome> {
  const call: CallUnderway = { tool, args, caller, signal, file: undefined };
  try {
    const done = await run(call, parts);
    return done.ok ? done.value : await failing(call, done.failure, parts);
  } catch (cause) {
    if (cause instanceof StoreError) {
      parts.log.error('The store could not be read.', cause);
      return failing(call, storeFailure(cause.code), parts);
    }
    parts.log.error(`${tool.name} failed unexpectedly.`, cause);
    const fault = failure(
      'internal',
      'Something went wrong in Chipboard itself; it is in its log.',
      'Read the file to see what it holds now before trying again.',
    );
    return failing(call, fault, parts);
  }
}

async function run(call: CallUnderway, parts: RunParts): Promise<Result<CallOutcome>> {
  const { tool, signal } = call;
  if (!parts.workspace.trusted && !worksUntrusted(tool)) {
    return fail(untrusted());
  }
  const parsed = parseArguments(tool, call.args);
  if (!parsed.ok) {
    return parsed;
  }
  const context = contextFor(call.caller, parts);
  for (let attempt = 1; ; attempt++) {
    const files = await tool.files(parsed.value, context);
    if (!files.ok) {
      return files;
    }
    [call.file] = files.value;
    const paths = files.value.map((one) => one.path);
    const done = await parts.queue.run(paths, () => takeTurn(call, parsed.value, context, parts));
    const again = !done.ok && done.failure.code === 'changed-since' && !signal.aborted;
    if (!again || attempt === attempts) {
      return done;
    }
  }
}

/** The call has its files to itself. */
async function takeTurn(
  call: CallUnderway,
  args: never,
  context: ToolContext,
  parts: RunParts,
): Promise<Result<CallOutcome>> {
  const { tool, file, signal, caller } = call;
  if (signal.aborted) {
    return fail(cancelled());
  }
  const repeat = parts.repeats.check(tool, args, caller);
  if (repeat.refused !== undefined) {
    return fail(repeat.refused);
  }
  // The gate is asked again: while the call waited its turn, the file may have been made or removed.
  const files = await tool.files(args, context);
  const proposal = files.ok ? await tool.propose(args, files.value, context) : files;
  if (!proposal.ok) {
    return proposal;
  }
  if (proposal.value.kind === 'act') {
    return actOut({ tool, args, caller, signal, proposal: proposal.value }, parts);
  }
  const gated = files.ok ? files.value : [];
  const done = await carryOut(
    {
      tool,
      args,
      proposal: withWarnings(proposal.value, [
        ...twinWarnings(gated),
        ...(repeat.warning === undefined ? [] : [repeat.warning]),
      ]),
      file,
      files: gated,
      session: caller.session,
      signal,
    },
    context,
    parts,
  );
  if (done.ok && done.value.event !== undefined && proposal.value.kind === 'edit') {
    for (const { of } of proposal.value.events ?? []) {
      parts.repeats.forget(of ?? '');
    }
    parts.repeats.remember(tool, args, done.value.event, caller);
  }
  return done;
}

/** Says where a file was found under another name than the caller gave. */
function twinWarnings(files: readonly GatedPath[]): readonly string[] {
  return files.flatMap((file) =>
    file.twin === undefined
      ? []
      : [`There is no file of the name given; ${file.shown} was taken, ${difference(file.twin)}.`],
  );
}

function withWarnings(
  proposal: Exclude<Proposal, ActProposal>,
  found: readonly string[],
): Exclude<Proposal, ActProposal> {
  if (found.length === 0) {
    return proposal;
  }
  if (proposal.kind === 'edit') {
    return { ...proposal, warnings: [...(proposal.warnings ?? []), ...found] };
  }
  const present = proposal.fields['warnings'];
  const warnings = [...(Array.isArray(present) ? (present as readonly unknown[]) : []), ...found];
  return { ...proposal, fields: { ...proposal.fields, warnings } };
}

function difference(twin: NameTwin): string {
  return twin.byCase
    ? 'which differs in upper and lower case'
    : 'whose accents are written with other characters (NFC and NFD)';
}

/** What a tool may use when it works for this caller. */
export function contextFor(caller: Caller, parts: ToolParts): ToolContext {
  const { host, store, workspace, viewed, paths, clock } = parts;
  return {
    host,
    gate: new PathGate({ workspace, host, paths, guarded: parts.settings().guardedFiles }),
    viewed,
    structure: parts.structure,
    live: parts.live,
    patchConsent: parts.patchConsent,
    store,
    folders: caller.person === true ? undefined : workspace.folders.map((folder) => folder.path),
    settings: parts.settings(),
    caller,
    findTool: (name) => tools.find((tool) => tool.name === name),
    now: () => clock.now(),
    room: textRoom(caller.client),
  };
}

function untrusted(): Failure {
  return failure(
    'untrusted-workspace',
    'The user has not trusted this workspace, so files can only be read.',
    'Ask the user to trust the workspace; the editing tools work as soon as they do.',
  );
}

function failing(call: CallUnderway, why: Failure, parts: ToolParts): Promise<CallOutcome> {
  const { tool, args, caller, file } = call;
  const { readOnly } = tool.annotations;
  return failedCall({ tool: tool.name, readOnly, args, caller, file }, why, parts);
}
