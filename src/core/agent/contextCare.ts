import type { Block } from '../context/block.ts';
import { tokensOf } from '../context/block.ts';
import {
  calibrate,
  calibrated,
  calibrationPairs,
  type Calibration,
} from '../context/budget/calibration.ts';
import { generationalOrder } from '../context/budget/generationalOrder.ts';
import {
  defaultRatios,
  isAtLeast,
  isReportDue,
  measureBudget,
  type Budget,
  type LadderRatios,
  type ShownReport,
} from '../context/budget/ladder.ts';
import { isNudgeDue, nudgeText, type LastAnswer } from '../context/budget/nudge.ts';
import { budgetReport, reportText } from '../context/budget/report.ts';
import { planSafetyNet } from '../context/budget/safetyNet.ts';
import type { ContextSession } from '../context/contextSession.ts';
import { estimateTokens } from '../context/estimateTokens.ts';
import type { Message } from '../context/message.ts';
import { visibleBlocks } from '../context/outline.ts';
import type { ViewOptions } from '../context/view.ts';
import { reasoningPolicy, traceStates, tracesToRelease } from '../context/reasoningRules.ts';
import type { AgentModel, ToolSpec } from './agentModel.ts';
import { requestSize } from './requestSize.ts';

/** How much larger a text may turn out than it is estimated, with its line in the manifest. */
const margin = 1.5;

/** How a session is cared for. */
export interface CareOptions {
  /** The model gets the context tools, a manifest, reports and nudges. */
  readonly agentPatches: boolean;
  /** The runtime acts at the critical level. */
  readonly safetyNet: boolean;
  readonly ratios?: LadderRatios;
  readonly layout?: 'plain' | 'generational';
}

/** A request beside the conversation. */
export interface PreparedAside {
  readonly messages: readonly Message[];
  /** Not calibrated. Tokens. */
  readonly estimate: number;
}

/** A request that is ready to be sent. */
export interface PreparedRequest extends PreparedAside {
  readonly budget: Budget;
  /** False if it is known to be larger than the room for it. */
  readonly fits: boolean;
}

/** Blocks of the last chain while the model has not answered its results. */
function openChain(session: ContextSession): ReadonlySet<string> {
  const { state } = session;
  const last = state.order.findLast((id) => state.get(id)?.kind === 'assistant_message');
  const block = last === undefined ? undefined : state.get(last);
  const chain = block === undefined ? undefined : state.chainOf(block);
  return new Set(chain === undefined ? [] : [chain.head, ...chain.results]);
}

/**
 * Keeps a session's context in its room. What it does before a request is the one order of `stepsBeforeRequest`; here
 * that means: with the level known, the net acts if it must, then the report is written with the numbers that hold.
 */
export class ContextCare {
  readonly session: ContextSession;
  private readonly options: CareOptions;
  private shown: ShownReport | undefined;
  private current: Budget | undefined;
  private listed: { readonly revision: number; readonly messages: readonly Message[] } | undefined;
  /** Answer to the last request, for the nudge. */
  private last: LastAnswer = { calls: [], text: '' };

  constructor(session: ContextSession, options: CareOptions) {
    this.session = session;
    this.options = options;
  }

  /** Where the session stood at its last request; undefined before the first. */
  get budget(): Budget | undefined {
    return this.current;
  }

  /** Takes note of an answer. */
  answered(answer: LastAnswer): void {
    this.last = answer;
  }

  /** Whether the model may patch its context itself. */
  get isPatchedByAgent(): boolean {
    return this.options.agentPatches;
  }

  /** Where the session stands for a model. O(blocks). */
  measure(model: AgentModel, tools: readonly ToolSpec[]): Budget {
    return this.measured(model, tools).budget;
  }

  /** A request beside the conversation: the view as it is, the manifest, and an instruction. */
  prepareAside(instruction: string): PreparedAside {
    // Whoever is asked to put the context in order has to see what is in it.
    const listed = this.options.agentPatches ? this.manifest() : [this.session.manifest()];
    const once: readonly Message[] = [...listed, { role: 'user', text: instruction }];
    return {
      messages: this.session.view({ once, ...this.layout }),
      estimate: requestSize(this.session.outline, once, []),
    };
  }

  /** Makes the next request ready: releases reasoning, acts at the critical level, reports, nudges, renders. */
  async prepare(model: AgentModel, tools: readonly ToolSpec[]): Promise<PreparedRequest> {
    await this.releaseReasoning(model);
    const before = this.measured(model, tools);
    if (this.options.safetyNet && before.budget.level === 'critical') {
      await this.catchFall(before.budget, before.calibration);
    }
    const after = this.measured(model, tools);
    const nudge = await this.report(before.budget, after.budget);
    const once = [...nudge, ...this.manifest()];
    const estimate = requestSize(this.session.outline, once, tools);
    const messages = this.session.view({ once, ...this.layout });
    const { budget } = this.measured(model, tools);
    this.current = budget;
    return { messages, estimate, budget, fits: (budget.pressure ?? 0) <= 1 };
  }

  private get layout(): Pick<ViewOptions, 'layout'> {
    return this.options.layout === 'generational' ? { layout: inGenerations } : {};
  }

  private manifest(): readonly Message[] {
    if (!this.options.agentPatches) {
      return [];
    }
    const { revision } = this.session.state;
    if (this.listed?.revision !== revision) {
      this.listed = { revision, messages: [this.session.manifest()] };
    }
    return this.listed.messages;
  }

  private measured(
    model: AgentModel,
    tools: readonly ToolSpec[],
  ): { readonly budget: Budget; readonly calibration: Calibration } {
    const { session, options, current } = this;
    const calibration = calibrate(calibrationPairs(session.state.calls, model.id));
    const estimate = requestSize(session.outline, this.manifest(), tools);
    const budget = measureBudget({
      window: model.window,
      reservedOutput: model.reservedOutput,
      used: calibrated(estimate, calibration),
      previous: current?.level,
      ...(options.ratios !== undefined && { ratios: options.ratios }),
    });
    return { budget, calibration };
  }

  private async releaseReasoning(model: AgentModel): Promise<void> {
    const { session } = this;
    const blocks = session.state.entries.map((entry) => entry.block);
    const ids = tracesToRelease(traceStates(blocks), reasoningPolicy(model.id));
    if (ids.length > 0) {
      const operations = [{ op: 'set_visibility', ids, visibility: 'hidden' } as const];
      await session.apply({ reason: 'reasoning that is not sent back', operations }, 'runtime');
    }
  }

  private async catchFall(budget: Budget, { slope }: Calibration): Promise<void> {
    const { session } = this;
    const { layout, ratios } = this.options;
    const plan = planSafetyNet({
      blocks: visibleBlocks(session.state),
      budget,
      slope,
      requests: session.state.calls.length,
      openChain: openChain(session),
      beginningOf: (block) => session.inlineText(block) ?? '',
      ...(layout !== undefined && { layout }),
      ...(ratios !== undefined && { ratios }),
    });
    const { operations, trigger, why: reason } = plan;
    if (operations.length > 0) {
      await session.apply({ reason, operations }, 'runtime', trigger);
    }
  }

  /** Writes the report anew where one is due; gives the nudge, where that is. */
  private async report(before: Budget, after: Budget): Promise<readonly Message[]> {
    if (!this.options.agentPatches) {
      return [];
    }
    const { session } = this;
    const ratios = this.options.ratios ?? defaultRatios;
    // Though the net relieved it, the model must know that something left its view.
    const relieved = isAtLeast(before.level, 'soft') && !isAtLeast(after.level, 'soft');
    const budget: Budget = relieved ? { ...after, level: 'soft' } : after;
    const report = budgetReport({
      blocks: visibleBlocks(session.state),
      budget,
      ratios,
      openChain: openChain(session),
    });
    if (report === undefined) {
      return [];
    }
    let left = roomLeft(after) + sumOf(visibleReports(session));
    const written = reportText(report);
    const cost = estimateTokens(written);
    // What is said about the budget must not be what breaks it.
    if (isReportDue(budget, this.shown) && cost * margin <= left) {
      left -= cost * margin;
      await this.hideReports();
      await session.ingest([{ kind: 'budget_report', text: written }]);
      this.shown = { level: budget.level, pressure: budget.pressure ?? 0 };
    }
    const text = isNudgeDue(before.level, this.last) ? nudgeText(report) : undefined;
    const isSent = text !== undefined && estimateTokens(text) * margin <= left;
    return isSent ? [{ role: 'user', text }] : [];
  }

  private async hideReports(): Promise<void> {
    const { session } = this;
    const ids = visibleReports(session).map((block) => block.id);
    if (ids.length > 0) {
      const operations = [{ op: 'set_visibility', ids, visibility: 'hidden' } as const];
      await session.apply({ reason: 'a newer budget report', operations }, 'runtime');
    }
  }
}

function visibleReports({ state }: ContextSession): readonly Block[] {
  return visibleBlocks(state).filter((block) => block.kind === 'budget_report');
}

function sumOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + tokensOf(block), 0);
}

/** Tokens that the next request may still grow by. */
function roomLeft({ room, used }: Budget): number {
  return room === undefined || used === undefined ? Number.POSITIVE_INFINITY : room - used;
}

function inGenerations(blocks: readonly Block[]): readonly Block[] {
  const { prefix, tail } = generationalOrder(blocks);
  return [...prefix, ...tail];
}
