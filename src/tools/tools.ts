import type { CallRow } from '../ports/store.ts';
import type { Disposable, Event } from '../ports/system.ts';
import type { SettingsSource } from '../ports/settings.ts';
import { DisposableStore, Emitter } from '../core/lifecycle.ts';
import { bodyArguments } from '../core/chips/unreadableBody.ts';
import { dayMs } from '../core/days.ts';
import { failure } from '../core/failures.ts';
import { callLines } from './callLines.ts';
import { keep } from './keeping.ts';
import { tools, toolSpec, worksUntrusted } from './registry.ts';
import { failedCall } from './failedCall.ts';
import { RepeatGuard } from './repeatGuard.ts';
import type { CallOutcome, RunParts, ToolParts } from './runTool.ts';
import { runTool } from './runTool.ts';
import type {
  Caller,
  KeptChip,
  RunningCall,
  ToolAnswer,
  ToolService,
  ToolSpec,
} from './toolService.ts';
import { toolNames } from './toolNames.ts';

/** Characters kept of the name of a tool that there is not. */
const longestName = 64;

/** Offers the tools, runs calls, and records them. */
export class Tools implements ToolService, Disposable {
  readonly onDidChangeTools: Event<void>;
  /** A call began or ended. */
  readonly onDidChangeRunning: Event<void>;
  /** An agent's call failed, and its arguments were kept. */
  readonly onDidKeepChip: Event<KeptChip>;
  private readonly parts: RunParts;
  private readonly disposables = new DisposableStore();
  private readonly calls = new Map<string, RunningCall>();
  private readonly runningChanged = this.disposables.add(new Emitter<void>());
  private readonly chipKept = this.disposables.add(new Emitter<KeptChip>());

  constructor(parts: ToolParts, settings: SettingsSource) {
    this.parts = { ...parts, repeats: new RepeatGuard() };
    const changed = this.disposables.add(new Emitter<void>());
    this.onDidChangeTools = changed.event;
    this.onDidChangeRunning = this.runningChanged.event;
    this.onDidKeepChip = this.chipKept.event;
    this.disposables.add(parts.workspace.onDidChange(() => changed.fire()));
    this.disposables.add(settings.onDidChange(() => changed.fire()));
  }

  /** The calls that are being carried out, the oldest first. */
  get running(): readonly RunningCall[] {
    return [...this.calls.values()];
  }

  list(): readonly ToolSpec[] {
    const { language } = this.parts.settings();
    return tools
      .filter((tool) => this.parts.workspace.trusted || worksUntrusted(tool))
      .map((tool) => toolSpec(tool, language));
  }

  async call(
    name: string,
    args: unknown,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<ToolAnswer> {
    const { clock, random } = this.parts;
    // A name may be of any length.
    const shown = name.slice(0, longestName);
    const call = { id: random.hex(12), tool: shown, client: caller.client, started: clock.now() };
    this.calls.set(call.id, call);
    this.runningChanged.fire();
    try {
      const tool = tools.find((one) => one.name === name);
      const done =
        tool === undefined
          ? await this.unknownTool(name, args, caller)
          : await runTool(tool, args, caller, signal, this.parts);
      this.record(call, args, caller, done);
      this.tellKept(done, caller);
      return done.answer;
    } finally {
      this.calls.delete(call.id);
      this.runningChanged.fire();
    }
  }

  async keepUnreadable(body: Uint8Array, problem: string, caller: Caller): Promise<ToolAnswer> {
    const args = bodyArguments(body);
    const tool =
      /"name"\s*:\s*"((?:be|context)-[a-z-]+)"/.exec(String(args['_body']))?.[1] ?? 'unknown';
    const why = failure(
      'bad-arguments',
      `The call is not valid JSON, so nothing was done: ${problem}`,
      'Send the call again with the text escaped as JSON; what arrived is kept as the chip.',
    );
    const call = { tool, readOnly: false, args, caller, file: undefined };
    const done = await failedCall(call, why, this.parts);
    this.tellKept(done, caller);
    return done.answer;
  }

  answerLost(session: string, request: string | number): void {
    this.parts.repeats.answerLost(session, request);
  }

  dispose(): void {
    this.disposables.dispose();
  }

  /** A misspelt name is no reason to lose the text that came with it. */
  private unknownTool(tool: string, args: unknown, caller: Caller): Promise<CallOutcome> {
    const why = failure(
      'tool-not-found',
      `There is no tool "${tool}".`,
      `The tools are ${toolNames.join(', ')}.`,
    );
    const call = {
      tool: tool.slice(0, longestName),
      readOnly: false,
      args,
      caller,
      file: undefined,
    };
    return failedCall(call, why, this.parts);
  }

  private tellKept({ kept }: CallOutcome, { client, person }: Caller): void {
    if (kept !== undefined && person !== true) {
      this.chipKept.fire({ ...kept, client });
    }
  }

  /** Records a call without making the caller wait for it. */
  private record(
    { id, tool, client, started }: RunningCall,
    args: unknown,
    caller: Caller,
    done: CallOutcome,
  ): void {
    const { clock, log, settings, store, workspace } = this.parts;
    const { maxCalls, maxCallBytes, callDays, recordCalls } = settings();
    if (!recordCalls || maxCalls === 0 || maxCallBytes === 0) {
      return;
    }
    const lines = callLines(args);
    const row: CallRow = {
      ...{ id, tool, client, started },
      ...(lines === undefined ? {} : { lines }),
      session: caller.session,
      workspace: workspace.folders[0]?.path ?? '',
      duration: clock.now() - started,
      outcome: done.outcome,
      ...(done.file === undefined ? {} : { file: done.file }),
      ...(done.chip === undefined ? {} : { chip: done.chip }),
      ...(done.event === undefined ? {} : { event: done.event }),
    };
    const encoder = new TextEncoder();
    const call = {
      ...row,
      limit: maxCalls,
      limitBytes: maxCallBytes,
      ...(callDays === 0 ? {} : { since: started - callDays * dayMs }),
      argumentsContent: encoder.encode(JSON.stringify(args ?? {})),
      resultContent: encoder.encode(done.answer.text),
    };
    void keep(store, [{ op: 'putCall', call }], log);
  }
}
