import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { ModelElement } from '../parts/modelElement.ts';
import type { Layout } from '../parts/tableHead.ts';
import { button, codicon } from '../ui.ts';
import { AgentTree } from './agentTree.ts';
import { agentTable, costTable, estimateTable } from './costTables.ts';
import { modelCosts } from './data/callCosts.ts';
import { costNote } from './data/costWords.ts';
import { estimateCheck } from './data/estimateCheck.ts';
import type { OfferedTools } from './data/offeredTools.ts';
import type { PriceBook } from './data/priceOf.ts';
import { noOwnPrices, readPrices } from './data/priceOf.ts';
import { turnsOf } from './data/sessionTurns.ts';
import { toolUses } from './data/toolUse.ts';
import { showBlock } from './openBlock.ts';
import type { OpenedSession } from './openedSession.ts';
import { toolsInWindow } from './schemaTexts.ts';
import { toolTables } from './toolTables.ts';

/** What is told of a session's tools and costs; worked out once for each version. */
interface Figures {
  readonly costs: ReturnType<typeof modelCosts>;
  readonly uses: ReturnType<typeof toolUses>;
  readonly check: ReturnType<typeof estimateCheck>;
  /** Requests that carried schemas. */
  readonly requests: number;
}

/** What tools, servers, subagents and calls of the shown session cost, and how far estimates are from counts. */
export class ToolsCost extends ModelElement {
  static override readonly properties = {
    model: { attribute: false },
    layout: { attribute: true },
    offered: { state: true },
  };

  declare layout: Layout;
  declare private offered: OfferedTools | undefined;
  private readonly tree = new AgentTree(() => this.requestUpdate());
  private prices: PriceBook = noOwnPrices;
  private pricesOf: unknown;
  private figures: Figures | undefined;
  private madeFor: readonly unknown[] = [];
  private toolsOf = '';

  constructor() {
    super();
    this.layout = 'wide';
  }

  protected override willUpdate(): void {
    const { client, sessions, state } = this.model;
    const { shown } = sessions;
    // The host sends the whole state anew, and with it equal prices.
    const set = JSON.stringify(state?.prices ?? {});
    if (set !== this.pricesOf) {
      this.pricesOf = set;
      this.prices = readPrices(state?.prices);
    }
    this.tree.update(shown, client);
    if (shown === undefined) {
      return;
    }
    this.readTools(shown);
    const madeFor = [shown, shown.version, this.offered, this.prices];
    if (madeFor.some((value, at) => value !== this.madeFor[at])) {
      this.madeFor = madeFor;
      this.figures = this.figuresOf(shown);
    }
  }

  protected override render(): TemplateResult {
    const { figures, model, prices, tree } = this;
    const { shown } = model.sessions;
    if (shown === undefined || figures === undefined || !shown.isComplete) {
      return html`<p class="loading" role="status">${l10n.t('Loading…')}</p>`;
    }
    // A cursor move changes nothing here: the list of calls follows it by itself.
    const shownBy = [figures, tree.nodes, tree.isReading, tree.problem, prices, this.layout];
    return html`${guard(shownBy, () => this.renderAll(shown, figures))}`;
  }

  private renderAll(shown: OpenedSession, figures: Figures): TemplateResult {
    const { model, prices, tree } = this;
    const { costs, uses, check, requests } = figures;
    return html`<div class="tools-cost" data-layout=${this.layout}>
      <section>
        <h2>${l10n.t('Cost')}</h2>
        ${costTable(costs)} ${this.renderPrices()}
        <h3>${l10n.t('Each call')}</h3>
        <call-cost-list .model=${model} .prices=${prices} layout=${this.layout}></call-cost-list>
      </section>
      <section>
        <h2>${l10n.t('Tools')}</h2>
        ${toolTables({
          ...{ uses, offered: this.offered, requests },
          show: (block) => showBlock(model, block),
        })}
      </section>
      <section>
        <h2>${l10n.t('Subagents')}</h2>
        ${agentTable({
          ...{ tree, prices, costs, peak: shown.overview?.peakInput ?? 0 },
          show: (path) => model.showSession(shown.key, path),
        })}
      </section>
      <section>
        <h2>${l10n.t('Estimates and counts')}</h2>
        ${estimateTable(check)}
      </section>
    </div>`;
  }

  private renderPrices(): TemplateResult {
    const { problems } = this.prices;
    return html`<p class="left">${costNote}</p>
      ${
        problems.length === 0
          ? nothing
          : html`<ul class="plain price-problems">
              ${problems.map((problem) => html`<li>${codicon('warning')} <span>${problem}</span></li>`)}
            </ul>`
      }
      <div class="actions">
        ${button({
          ...{
            text: l10n.t('Change Prices…'),
            icon: 'gear',
            title: l10n.t('The setting chipboard.prices'),
          },
          press: () => void this.model.client.run(l10n.t('Opening settings'), 'settings/open', {}),
        })}
      </div>`;
  }

  private figuresOf(session: OpenedSession): Figures {
    const { lists } = session;
    const hasSchemas = (shares: readonly { readonly kind: string }[]): boolean =>
      shares.some(({ kind }) => kind === 'tool_schemas');
    return {
      costs: modelCosts(lists.calls, this.prices),
      uses: toolUses(lists.blocks, this.offered),
      check: estimateCheck(turnsOf(session).figures, lists.compositions),
      requests: lists.compositions.filter(({ shares }) => hasSchemas(shares)).length,
    };
  }

  /** Reads which tools are offered now, whenever the window may be another one. */
  private readTools(session: OpenedSession): void {
    const { blocks, calls, patches } = session.lists;
    const counts = [blocks.length, calls.length, patches.length].join(' ');
    const name = `${session.at.transcript} ${session.path.join('.')} ${session.state.generation} ${counts}`;
    if (name === this.toolsOf || !session.isComplete) {
      return;
    }
    this.toolsOf = name;
    void session
      .window(calls.length)
      .then((window) => toolsInWindow(session, window, this.model.client))
      .then((offered) => {
        if (name === this.toolsOf) {
          this.offered = offered;
        }
      })
      // The next change of the session asks again.
      .catch(() => undefined);
  }
}
