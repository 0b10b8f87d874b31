import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import type { ActResult, SessionAct } from '../../src/protocol/sessions.ts';
import { messageOf } from '../client.ts';
import { ModelElement } from '../parts/modelElement.ts';
import { button, codicon, dropdown } from '../ui.ts';
import type { ActChoice, ActLook, ActName } from './data/actQuestion.ts';
import { actQuestion, actWords, blockActs, needsText, withChains } from './data/actQuestion.ts';
import { counted } from './data/numberText.ts';

/** Milliseconds without a change after which it is looked at what would happen. */
const rest = 250;

/**
 * Changes a live session of our own: a choice of acts on blocks or on a patch, and first what each would do. To be
 * shown only where `canAct` says so. Event: `done` (`{patch?: string}`) after it was done.
 */
export class ActForm extends ModelElement {
  static override readonly properties = {
    model: { attribute: false },
    acts: { attribute: false },
    ids: { attribute: false },
    patch: { attribute: true },
    choice: { state: true },
    outcome: { state: true },
    problem: { state: true },
    doing: { state: true },
  };

  /** What is offered; the first is chosen. */
  declare acts: readonly ActLook[];
  /** Ids of the blocks that it is about, as the runtime calls them. */
  declare ids: readonly string[];
  /** Id of the patch that is to be undone or made again. */
  declare patch: string;
  declare private choice: ActChoice;
  /** What the dry run of an act came to. */
  declare private outcome: { readonly of: SessionAct; readonly result: ActResult } | undefined;
  declare private problem: string | undefined;
  declare private doing: boolean;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;
  private askedFor = '';

  constructor() {
    super();
    this.acts = blockActs;
    this.ids = [];
    this.patch = '';
    this.choice = { act: 'archive', writer: 'person', summary: '', instructions: '' };
    this.doing = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { acts, choice } = this;
    if (changed.has('acts') && !acts.some(({ act }) => act === choice.act)) {
      this.choice = { ...choice, act: acts[0]?.act ?? 'archive' };
    }
    this.look();
  }

  protected override render(): TemplateResult {
    const { acts, choice, outcome, problem } = this;
    const ids = this.allIds;
    const more = ids.length - this.ids.length;
    const look = acts.find(({ act }) => act === choice.act);
    const ready = outcome?.result.accepted === true && !this.doing;
    const about = ids.length === 0 ? '' : ` ${counted(ids.length, 'block')}`;
    return html`<div class="act-form" role="group" aria-label=${l10n.t('Change the session')}>
      <div class="actions">
        ${
          acts.length === 1
            ? nothing
            : dropdown<ActName>({
                ...{ label: l10n.t('What to do'), value: choice.act },
                choices: acts.map(({ act, title }) => [act, title] as const),
                choose: (act) => this.choose({ act }),
              })
        }
        ${button({
          ...{ text: `${look?.title ?? ''}${about}`, icon: look?.icon ?? 'edit', look: 'primary' },
          ...{ name: 'act', disabled: !ready },
          press: () => void this.act(),
        })}
      </div>
      <p class="sub">
        ${look?.says ?? ''}
        ${more === 0 ? nothing : l10n.t`A call and its results go together: ${ids.join(', ')}.`}
      </p>
      ${needsText(choice.act) ? this.renderText() : nothing}
      <div class="act-outcome" role="status">
        ${
          problem === undefined
            ? outcome === undefined
              ? html`<p class="left">${l10n.t('Looking at what that would do…')}</p>`
              : renderOutcome(outcome.result)
            : html`<p class="left">${codicon('info')} <span>${problem}</span></p>`
        }
      </div>
    </div>`;
  }

  private renderText(): TemplateResult {
    const { writer, summary, instructions } = this.choice;
    const byModel = writer === 'model';
    return html`${dropdown<ActChoice['writer']>({
        ...{ label: l10n.t('Who writes the text'), value: writer },
        choices: [
          ['person', l10n.t('I write the text')],
          ['model', l10n.t('The session’s model writes it')],
        ],
        choose: (chosen) => this.choose({ writer: chosen }),
      })}
      <label class="text-area"
        ><span
          >${byModel ? l10n.t('What it is to keep') : l10n.t('The text that is to stand there')}</span
        >
        <textarea
          rows="4"
          .value=${byModel ? instructions : summary}
          @input=${(event: Event) => {
            const { value } = event.target as HTMLTextAreaElement;
            this.choose(byModel ? { instructions: value } : { summary: value });
          }}
        ></textarea>
      </label>`;
  }

  /** With what belongs together, where the act needs that. */
  private get allIds(): readonly string[] {
    return withChains(this.choice.act, this.ids, this.model.sessions.shown?.own ?? []);
  }

  private choose(change: Partial<ActChoice>): void {
    this.choice = { ...this.choice, ...change };
  }

  /** Looks at what would happen, whenever the question is another one, or the session is. */
  private look(): void {
    const { shown } = this.model.sessions;
    const question = actQuestion(this.choice, { ids: this.allIds, patch: this.patch });
    const askedFor = JSON.stringify([question, shown?.at, shown?.state.revision]);
    if (askedFor === this.askedFor) {
      return;
    }
    this.askedFor = askedFor;
    this.outcome = undefined;
    clearTimeout(this.timer);
    this.asked++;
    this.problem = typeof question === 'string' ? question : undefined;
    if (typeof question !== 'string') {
      this.timer = setTimeout(() => void this.ask(question), rest);
    }
  }

  private async ask(act: SessionAct): Promise<void> {
    const { shown } = this.model.sessions;
    const order = ++this.asked;
    if (shown === undefined) {
      return;
    }
    try {
      const result = await this.model.client.ask('session/act', { at: shown.at, act, dry: true });
      if (order === this.asked) {
        this.outcome = { of: act, result };
      }
    } catch (cause) {
      if (order === this.asked) {
        this.problem = messageOf(cause);
      }
    }
  }

  private async act(): Promise<void> {
    const { outcome, model } = this;
    const { shown } = model.sessions;
    if (outcome?.result.accepted !== true || this.doing || shown === undefined) {
      return;
    }
    this.doing = true;
    const question = { at: shown.at, act: outcome.of, dry: false };
    const result = await model.client.run(l10n.t('Changing the session'), 'session/act', question);
    this.doing = false;
    if (result === undefined) {
      return;
    }
    if (!result.accepted) {
      // It is another session by now than the one that was looked at.
      this.outcome = { of: outcome.of, result };
      return;
    }
    model.client.notify([l10n.t('Done.'), ...actWords(result, false).slice(0, 2)].join(' '));
    const detail = result.patch === undefined ? {} : { patch: result.patch };
    this.dispatchEvent(new CustomEvent('done', { detail }));
  }
}

function renderOutcome(result: ActResult): TemplateResult {
  if (result.accepted) {
    return html`<ul class="plain act-words">
      ${actWords(result, true).map((words) => html`<li>${words}</li>`)}
    </ul>`;
  }
  return html`<p class="kind is-none refused">
      ${codicon('circle-slash')} <span>${l10n.t('This would be refused:')}</span>
    </p>
    <ul class="plain refusals">
      ${result.refusals.map(
        ({ rule, words, ids }) =>
          html`<li>
            ${words}
            <span class="left"
              >${l10n.t('Rule')}
              <code>${rule}</code>${ids.length === 0 ? '' : `: ${ids.join(', ')}`}</span
            >
          </li>`,
      )}
    </ul>`;
}
