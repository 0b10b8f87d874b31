import type { Block } from '../context/block.ts';
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
  measureBudget,
  type Budget,
  type LadderRatios,
} from '../context/budget/ladder.ts';
import type { LastAnswer } from '../context/budget/nudge.ts';
import { planSafetyNet } from '../context/budget/safetyNet.ts';
import type { ContextSession } from '../context/contextSession.ts';
import type { Message } from '../context/message.ts';
import { visibleBlocks } from '../context/outline.ts';
import type { ViewOptions } from '../context/view.ts';
import { reasoningPolicy, traceStates, tracesToRelease } from '../context/reasoningRules.ts';
import type { AgentModel, ToolSpec } from './agentModel.ts';
import { BudgetReports } from './budgetReports.ts';
import { openChain } from './openChain.ts';
import { requestSize } from './requestSize.ts';

/** How a session is cared for. */
export interface CareOptions {
  /** The model gets the context tools, a manifest, reports and nudges. */
  readonly agentPatches: boolean;
  /** When the model gets the manifest: with each request, or from the soft limit on; the latter if absent. */
  readonly manifest?: 'always' | 'from soft';
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
  /** False if it is known to be larger than the room for it. */
  readonly fits: boolean;
}

/** A request that is ready to be sent. */
export interface PreparedRequest extends PreparedAside {
  readonly budget: Budget;
}

function isShownTrace({ kind, visibility }: Block): boolean {
  return kind === 'reasoning_trace' && (visibility === 'api_required' || visibility === 'model');
}

/**
 * Keeps a session's context in its room. What it does before a request is the one order of `stepsBeforeRequest`; here
 * that means: with the level known, the net acts if it must, then the report is written with the numbers that hold.
 */
export class ContextCare {
  readonly session: ContextSession;
  private readonly options: CareOptions;
  private readonly reports: BudgetReports;
  /** At the last request. */
  private current: Budget | undefined;
  private asked: { readonly model: AgentModel; readonly tools: readonly ToolSpec[] } | undefined;
  private listed: { readonly revision: number; readonly messages: readonly Message[] } | undefined;
  /** Answer to the last request, for the nudge. */
  private last: LastAnswer = { calls: [], text: '' };

  constructor(session: ContextSession, options: CareOptions) {
    this.session = session;
    this.options = options;
    this.reports = new BudgetReports(session, () => options.ratios ?? defaultRatios);
  }

  /** Where the session stands now, for the model of its last request; undefined before the first. O(blocks). */
  get budget(): Budget | undefined {
    return this.asked === undefined ? undefined : this.measure(this.asked.model, this.asked.tools);
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
    const calibration = this.calibrationOf(model);
    const listed = this.budgetOf(this.sizeWith(this.manifest(), tools), model, calibration);
    return this.isListed(listed)
      ? listed
      : this.budgetOf(this.sizeWith([], tools), model, calibration);
  }

  /** A request beside the conversation: the view as it is, the manifest, and an instruction. */
  prepareAside(instruction: string, model: AgentModel, tools: readonly ToolSpec[]): PreparedAside {
    // Whoever is asked to put the context in order has to see what is in it.
    const listed = this.options.agentPatches ? this.manifest() : [this.session.manifest()];
    const once: readonly Message[] = [...listed, { role: 'user', text: instruction }];
    const estimate = this.sizeWith(once, tools);
    const { pressure = 0 } = this.budgetOf(estimate, model, this.calibrationOf(model));
    const messages = this.session.view({ once, ...this.layout });
    return { messages, estimate, fits: pressure <= 1 };
  }

  /**
   * Makes the next request ready: releases reasoning, acts at the critical level, reports, nudges, renders. O(blocks),
   * without reading their texts: some 4 microseconds a block.
   */
  async prepare(model: AgentModel, tools: readonly ToolSpec[]): Promise<PreparedRequest> {
    this.asked = { model, tools };
    await this.releaseReasoning(model);
    const calibration = this.calibrationOf(model);
    const budgetNow = (once: readonly Message[]): Budget =>
      this.budgetOf(this.sizeWith(once, tools), model, calibration);
    const before = budgetNow(this.manifest());
    const acts = this.options.safetyNet && before.level === 'critical';
    if (acts) {
      await this.catchFall(before, calibration);
    }
    const after = acts ? budgetNow(this.manifest()) : before;
    let once = await this.additions(before, after);
    let budget = budgetNow(once);
    if ((budget.pressure ?? 0) > 1 && this.options.agentPatches) {
      // What the runtime says must not be what makes the request too large.
      await this.reports.hide('the request has no room for it');
      once = [];
      budget = budgetNow(once);
    }
    this.current = budget;
    return {
      messages: this.session.view({ once, ...this.layout }),
      estimate: this.sizeWith(once, tools),
      budget,
      fits: (budget.pressure ?? 0) <= 1,
    };
  }

  /** What the model is told with this request alone; puts the report where it belongs. */
  private async additions(before: Budget, after: Budget): Promise<readonly Message[]> {
    if (!this.options.agentPatches) {
      return [];
    }
    const nudge = await this.reports.update({
      ...{ before, after, last: this.last },
      told: this.current?.level ?? 'unknown',
    });
    return [...nudge, ...(this.isListed(before) ? this.manifest() : [])];
  }

  /** Whether a request gets the manifest; the budget is that with it. */
  private isListed({ level }: Budget): boolean {
    return this.options.manifest === 'always' || isAtLeast(level, 'soft');
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

  private sizeWith(once: readonly Message[], tools: readonly ToolSpec[]): number {
    return requestSize(this.session.outline, once, tools);
  }

  private calibrationOf(model: AgentModel): Calibration {
    return calibrate(calibrationPairs(this.session.state.calls, model.id));
  }

  private budgetOf(estimate: number, model: AgentModel, calibration: Calibration): Budget {
    const { options, current } = this;
    return measureBudget({
      window: model.window,
      reservedOutput: model.reservedOutput,
      used: calibrated(estimate, calibration),
      previous: current?.level,
      ...(options.ratios !== undefined && { ratios: options.ratios }),
    });
  }

  private async releaseReasoning(model: AgentModel): Promise<void> {
    const { session } = this;
    const blocks = session.state.entries.map((entry) => entry.block);
    if (!blocks.some(isShownTrace)) {
      return;
    }
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
    const cause = trigger === undefined ? {} : { trigger };
    if (operations.length > 0) {
      await session.apply({ reason, operations }, 'runtime', cause);
    }
  }
}

function inGenerations(blocks: readonly Block[]): readonly Block[] {
  const { prefix, tail } = generationalOrder(blocks);
  return [...prefix, ...tail];
}
