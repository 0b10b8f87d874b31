import { pushRun } from '../../../ports/runs.ts';
import type { SessionDraft } from '../sessionDraft.ts';
import type { CodexItem } from './codexItem.ts';
import { addBlock, type CodexState, type LooseText } from './codexState.ts';

/** Notes what stands in the window before the first call. */
export function noteOpening(state: CodexState, item: CodexItem, role: string, text: string): void {
  const { opening } = state;
  if (opening === undefined || item.said) {
    return;
  }
  opening.developers += role === 'developer' ? 1 : 0;
  opening.users += role === 'user' ? 1 : 0;
  opening.injectedUsers += role === 'user' && item.kind === 'injected' ? 1 : 0;
  if (text.length <= opening.room) {
    opening.room -= text.length;
    opening.texts.push(text);
  }
}

/** Notes instructions that a header or a turn names. */
export function noteLoose(state: CodexState, loose: LooseText): void {
  const { opening } = state;
  const known = opening?.loose.some(({ role }) => role === loose.role);
  if (opening !== undefined && known === false && loose.text.trim() !== '') {
    opening.loose.push(loose);
  }
}

/**
 * Codex sends the developer's instructions as a developer message and the user's as a user message before the question
 * (codex-rs/core, `build_initial_context`), so that they are in the window already if there is such a message.
 */
function isSaid(state: CodexState, { role, text }: LooseText): boolean {
  const { opening, draft } = state;
  if (opening === undefined || opening.texts.some((said) => said.includes(text.trim()))) {
    return true;
  }
  return role === 'developer'
    ? opening.developers > 0
    : opening.injectedUsers > 0 || opening.users > Math.max(1, draft.questions);
}

/** Puts instructions that no message has to the beginning of the window. To be called before the first call. */
export function settleOpening(state: CodexState, draft: SessionDraft): void {
  const { opening } = state;
  if (opening === undefined) {
    return;
  }
  const made = opening.loose
    .filter((loose) => !isSaid(state, loose))
    .map(({ text, origin }) => addBlock(state, draft, { kind: 'injected', origin }, text));
  delete state.opening;
  if (made.length > 0) {
    setHead(state, draft, made);
  }
}

/** The window with blocks behind the base instructions, before all else. */
function setHead(state: CodexState, draft: SessionDraft, blocks: readonly number[]): void {
  const { window } = draft.state;
  const head: number[] = [];
  const led = state.system !== undefined && window[0] === state.system;
  for (const block of led ? [window[0] ?? 0, ...blocks] : blocks) {
    pushRun(head, block, block + 1);
  }
  for (let at = 0; at < window.length; at += 2) {
    pushRun(head, (window[at] ?? 0) + (at === 0 && led ? 1 : 0), window[at + 1] ?? 0);
  }
  draft.setWindow(head);
}
