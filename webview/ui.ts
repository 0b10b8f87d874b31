/*
 * The one file that knows the UI toolkit: it is archived upstream, and to replace it is to rewrite this file.
 */
import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeCheckbox,
  vsCodeProgressRing,
  vsCodeTextField,
} from '@vscode/webview-ui-toolkit';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { ref } from 'lit/directives/ref.js';

/** Registers the components with the page. To be called once, before the first one is used. */
export function registerComponents(): void {
  provideVSCodeDesignSystem().register(
    vsCodeButton(),
    vsCodeCheckbox(),
    vsCodeProgressRing(),
    vsCodeTextField(),
  );
}

/** How a button looks: the one main action, another one, or an icon alone. */
export type ButtonLook = 'primary' | 'secondary' | 'icon';

/** A button. With the look `icon` its text is what a screen reader and the tooltip say. */
export function button(options: {
  readonly text: string;
  readonly icon?: string;
  readonly look?: ButtonLook;
  readonly disabled?: boolean;
  readonly title?: string;
  readonly name?: string;
  readonly press: (event: Event) => void;
}): TemplateResult {
  const { text, icon, look = 'secondary', disabled = false, press } = options;
  const picture =
    icon === undefined
      ? nothing
      : look === 'icon'
        ? codicon(icon)
        : html`<span slot="start" class="codicon codicon-${icon}" aria-hidden="true"></span>`;
  return html`<vscode-button
    appearance=${look}
    aria-label=${text}
    title=${options.title ?? (look === 'icon' ? text : '')}
    data-name=${options.name ?? nothing}
    ?disabled=${disabled}
    @click=${press}
    >${look === 'icon' ? picture : html`${picture}${text}`}</vscode-button
  >`;
}

/** An icon of the editor's own set, unseen by screen readers: there is always a text beside it. */
export function codicon(name: string): TemplateResult {
  return html`<span class="codicon codicon-${name}" aria-hidden="true"></span>`;
}

/** The icon at the start of a line, in the colour of a state; one template, since there are many lines. */
export function stateIcon(state: string, name: string): TemplateResult {
  return html`<span class=${`kind is-${state}`}
    ><span class=${`codicon codicon-${name}`} aria-hidden="true"></span
  ></span>`;
}

/**
 * A list to choose one of. The browser's own: the toolkit's sets style attributes, which the page's content policy
 * forbids.
 */
export function dropdown<Value extends string>(options: {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly (readonly [Value, string])[];
  /** Id of the text that says more. */
  readonly describedBy?: string;
  readonly choose: (value: Value) => void;
}): TemplateResult {
  const { label, value, choices, choose, describedBy } = options;
  return html`<select
    class="dropdown"
    aria-label=${label}
    aria-describedby=${describedBy ?? nothing}
    title=${label}
    .value=${live(value)}
    @change=${(event: Event) => choose((event.target as HTMLSelectElement).value as Value)}
  >
    ${choices.map(
      ([key, text]) => html`<option value=${key} ?selected=${key === value}>${text}</option>`,
    )}
  </select>`;
}

/** A line of text. `input` hears every change. */
export function textField(options: {
  readonly label: string;
  readonly value: string;
  readonly hint?: string;
  readonly icon?: string;
  readonly name?: string;
  readonly input: (value: string) => void;
  readonly keydown?: (event: KeyboardEvent) => void;
}): TemplateResult {
  const { label, value, hint, icon, input, keydown } = options;
  return html`<vscode-text-field
    ${ref((field) => keepLabel(field, label))}
    placeholder=${hint ?? ''}
    data-name=${options.name ?? nothing}
    .value=${value}
    @input=${(event: Event) => input((event.target as HTMLInputElement).value)}
    @keydown=${keydown ?? nothing}
    >${
      icon === undefined
        ? nothing
        : html`<span slot="start" class="codicon codicon-${icon}" aria-hidden="true"></span>`
    }</vscode-text-field
  >`;
}

/** The toolkit gives a field without a visible label the name "Text field" when it is put into the page. */
function keepLabel(field: Element | undefined, label: string): void {
  queueMicrotask(() => field?.setAttribute('aria-label', label));
}

/** A box to tick. */
export function checkbox(options: {
  readonly text: string;
  readonly checked: boolean;
  readonly change: (checked: boolean) => void;
}): TemplateResult {
  const { text, checked, change } = options;
  return html`<vscode-checkbox
    ?checked=${checked}
    .checked=${checked}
    @change=${(event: Event) => change((event.target as HTMLInputElement).checked)}
    >${text}</vscode-checkbox
  >`;
}

/** A small number or word. Not the toolkit's, for the reason that `dropdown` gives. */
export function badge(text: string): TemplateResult {
  return html`<span class="badge">${text}</span>`;
}

/** Something is going on; what it is stands beside it. */
export function progressRing(): TemplateResult {
  return html`<vscode-progress-ring aria-hidden="true"></vscode-progress-ring>`;
}
