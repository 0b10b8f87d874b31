import {
  eased,
  isAtLeast,
  isReportDue,
  type Budget,
  type BudgetLevel,
  type LadderRatios,
  type ShownReport,
} from '../context/budget/ladder.ts';
import { isNudgeDue, nudgeText, type LastAnswer } from '../context/budget/nudge.ts';
import { budgetReport, reportText, type BudgetReport } from '../context/budget/report.ts';
import type { ContextSession } from '../context/contextSession.ts';
import type { Message } from '../context/message.ts';
import { visibleBlocks } from '../context/outline.ts';
import { openChain } from './openChain.ts';

/** Where the session stands before a request, and what was before. */
export interface ReportState {
  /** Before the net acted. */
  readonly before: Budget;
  /** After it; the same where it did not act. */
  readonly after: Budget;
  /** Level at the last request, which is what the model knew when it answered. */
  readonly told: BudgetLevel;
  /** What it answered. */
  readonly last: LastAnswer;
}

/** The budget report in a session's view: at most one, there as long as there is pressure. */
export class BudgetReports {
  private readonly session: ContextSession;
  private readonly ratios: () => LadderRatios;
  private shown: ShownReport | undefined;

  constructor(session: ContextSession, ratios: () => LadderRatios) {
    this.session = session;
    this.ratios = ratios;
  }

  /** Writes the report anew where one is due, hides it where there is nothing to report; gives the nudge where that is due. */
  async update({ before, after, told, last }: ReportState): Promise<readonly Message[]> {
    // Though the net relieved it, the model must know that something left its view.
    const relieved = isAtLeast(before.level, 'soft') && !isAtLeast(after.level, 'soft');
    const budget: Budget = relieved ? { ...after, level: 'soft' } : after;
    const report = isAtLeast(budget.level, 'soft') ? this.reportOf(budget) : undefined;
    if (report === undefined) {
      await this.hide('there is no pressure any more');
      return [];
    }
    this.shown = relieved ? undefined : eased(this.shown, budget);
    if (isReportDue(budget, this.shown)) {
      await this.hide('a newer budget report');
      await this.session.ingest([{ kind: 'budget_report', text: reportText(report) }]);
      this.shown = { level: budget.level, pressure: budget.pressure ?? 0 };
    }
    // What the model did counts only if it knew, and if there is still something to do.
    const isDue = isAtLeast(told, 'must_act') && isNudgeDue(after.level, last);
    const text = isDue ? nudgeText(report) : undefined;
    return text === undefined ? [] : [{ role: 'user', text }];
  }

  /** Takes the report out of the view. */
  async hide(reason: string): Promise<void> {
    const { session } = this;
    this.shown = undefined;
    const ids = visibleBlocks(session.state)
      .filter((block) => block.kind === 'budget_report')
      .map((block) => block.id);
    if (ids.length > 0) {
      const operations = [{ op: 'set_visibility', ids, visibility: 'hidden' } as const];
      await session.apply({ reason, operations }, 'runtime');
    }
  }

  private reportOf(budget: Budget): BudgetReport | undefined {
    const { session } = this;
    const ratios = this.ratios();
    const blocks = visibleBlocks(session.state);
    return budgetReport({ blocks, budget, ratios, openChain: openChain(session) });
  }
}
