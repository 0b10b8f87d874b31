import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { ModelElement } from '../parts/modelElement.ts';
import type { Layout } from '../parts/tableHead.ts';
import { button, codicon } from '../ui.ts';
import type { ActLook } from './data/actQuestion.ts';
import { blockActs, canAct, patchActs } from './data/actQuestion.ts';
import type { Advice, AdviceRule, AdviceWay } from './data/advice.ts';
import { showBlock } from './openBlock.ts';
import { SessionAdvice } from './sessionAdvice.ts';
import { numberText } from './data/numberText.ts';

/** Icon of each rule, and what it is about in a word. */
const looks: Readonly<Record<AdviceRule, readonly [icon: string, name: string]>> = {
  compaction: ['dashboard', l10n.t('Window')],
  unused: ['archive', l10n.t('Unused')],
  reread: ['files', l10n.t('Read again')],
  duplicate: ['copy', l10n.t('Duplicate')],
  injected: ['indent', l10n.t('Injected')],
  lost: ['history', l10n.t('Lost')],
  summary: ['fold', l10n.t('Summary')],
  tools: ['tools', l10n.t('Tools')],
  misses: ['flame', l10n.t('Cache')],
};

const counters: Readonly<Record<Advice['by'], string>> = {
  provider: l10n.t('counted by the provider'),
  exact: l10n.t('counted exactly by us'),
  estimate: l10n.t('estimated'),
};

/** The act that advice opens: which one, in which advice, and on what. */
interface Acting {
  readonly key: string;
  readonly look: ActLook;
  readonly ids: readonly string[];
  readonly patch: string;
}

/** What would help the shown session, with reasons and numbers; each has buttons that do it or lead there. */
export class AdviceList extends ModelElement {
  static override readonly properties = {
    model: { attribute: false },
    layout: { attribute: true },
    acting: { state: true },
  };

  declare layout: Layout;
  declare private acting: Acting | undefined;
  private readonly watch = new SessionAdvice(() => this.requestUpdate());

  constructor() {
    super();
    this.layout = 'wide';
  }

  protected override willUpdate(): void {
    this.watch.update(this.model);
  }

  protected override render(): TemplateResult {
    const { advice } = this.watch;
    if (advice === undefined) {
      return html`<p class="loading" role="status">${l10n.t('Looking for advice…')}</p>`;
    }
    if (advice.length === 0) {
      return html`<div class="empty" role="status">
        <p>
          ${codicon('pass')} ${l10n.t('Nothing to advise: no rule found numbers that carry it.')}
        </p>
      </div>`;
    }
    const pieces =
      advice.length === 1
        ? l10n.t('1 piece of advice about the session as it is now')
        : l10n.t`${numberText(advice.length)} pieces of advice about the session as it is now`;
    return html`<div class="advice-list" data-layout=${this.layout}>
      <p class="advice-note" role="status">
        ${l10n.t`${pieces}, most tokens at stake first. Nothing is done before you do it.`}
      </p>
      <ol class="plain">
        ${guard([advice, this.acting, this.layout, this.canAct], () =>
          // A cursor move changes nothing here.
          advice.map((one) => this.renderOne(one)),
        )}
      </ol>
    </div>`;
  }

  private get canAct(): boolean {
    const { shown, items } = this.model.sessions;
    return shown !== undefined && canAct(shown.key, items);
  }

  private renderOne(one: Advice): TemplateResult {
    const { key, rule, title, why, known, tokens, by, ways } = one;
    const [icon, name] = looks[rule];
    const { acting } = this;
    const stake = `${by === 'estimate' ? '≈ ' : ''}${numberText(tokens)}`;
    return html`<li class="advice" data-rule=${rule}>
      <h3>${codicon(icon)} <span>${title}</span></h3>
      <p class="advice-stake">
        <span class="tag">${name}</span>
        <strong>${l10n.t`${stake} tokens`}</strong> ${l10n.t`at stake, ${counters[by]}`}
      </p>
      <p>${why}</p>
      <p class="left">${known}</p>
      <div class="actions" role="group" aria-label=${l10n.t`What helps: ${title}`}>
        ${ways.map((way) => this.renderWay(way, one))}
      </div>
      ${
        acting?.key === key
          ? html`<act-form
              .model=${this.model}
              .acts=${[acting.look]}
              .ids=${acting.ids}
              patch=${acting.patch}
              @done=${() => (this.acting = undefined)}
            ></act-form>`
          : nothing
      }
    </li>`;
  }

  private renderWay(way: AdviceWay, one: Advice): TemplateResult | typeof nothing {
    const { model } = this;
    const { blocks, patches } = model.sessions.shown?.lists ?? { blocks: [], patches: [] };
    switch (way.to) {
      case 'block':
        return button({
          ...{
            text: l10n.t`Show ${blocks[way.block]?.id ?? l10n.t('the block')}`,
            icon: 'go-to-file',
          },
          press: () => showBlock(model, way.block),
        });
      case 'patch':
        return button({
          ...{
            text: l10n.t`Go to ${patches[way.patch]?.id ?? l10n.t('the patch')}`,
            icon: 'go-to-file',
          },
          press: () => model.chooseContext({ patch: way.patch, tab: 'patches' }),
        });
      case 'turn':
        return button({
          ...{ text: l10n.t`Go to turn ${numberText(way.turn + 1)}`, icon: 'go-to-file' },
          press: () => model.chooseContext({ turn: way.turn, tab: 'turns' }),
        });
      case 'list':
        return button({
          ...{ text: l10n.t('List Them'), icon: 'list-unordered' },
          press: () => this.list(way),
        });
      case 'tools':
        return button({
          ...{ text: l10n.t('Tools and Cost'), icon: 'tools' },
          press: () => model.chooseContext({ tab: 'tools' }),
        });
      case 'act':
      case 'undo':
        return this.renderAct(way, one);
    }
  }

  /** Only where the session can be changed, and the runtime knows the blocks. */
  private renderAct(
    way: Extract<AdviceWay, { to: 'act' | 'undo' }>,
    { key }: Advice,
  ): TemplateResult | typeof nothing {
    const acting = this.actOf(way, key);
    if (acting === undefined || !this.canAct) {
      return nothing;
    }
    const isOpen = this.acting?.key === key;
    return button({
      ...{ text: isOpen ? l10n.t('Leave It') : `${acting.look.title}…`, icon: acting.look.icon },
      title: isOpen
        ? l10n.t('Nothing is done')
        : l10n.t`${acting.look.says} First you see what it would do.`,
      press: () => (this.acting = isOpen ? undefined : acting),
    });
  }

  private actOf(way: Extract<AdviceWay, { to: 'act' | 'undo' }>, key: string): Acting | undefined {
    const { shown } = this.model.sessions;
    if (way.to === 'undo') {
      const look = patchActs.find(({ act }) => act === 'undo');
      const patch = shown?.lists.patches[way.patch]?.id;
      return look && patch !== undefined ? { key, look, ids: [], patch } : undefined;
    }
    const look = blockActs.find(({ act }) => act === way.act);
    const own = new Map(shown?.own.map(({ block, id }) => [block, id]));
    const ids = way.blocks.flatMap((block) => own.get(block) ?? []);
    return look && ids.length > 0 ? { key, look, ids, patch: '' } : undefined;
  }

  private list({ search, scope }: Extract<AdviceWay, { to: 'list' }>): void {
    const { model } = this;
    const { blocks } = model.ui.context;
    model.chooseContext({
      ...{ tab: 'blocks', scope, turn: undefined, block: undefined },
      blocks: { ...blocks, search },
    });
  }
}
