import type * as vscode from 'vscode';
import type { Block } from '../../core/context/block.ts';
import type { AgentModel } from '../../core/agent/agentModel.ts';
import {
  cell,
  contextReport,
  grouped,
  pinsAside,
  undoablePatches,
} from '../../core/agent/contextReport.ts';
import type { Maintenance } from '../../core/agent/maintainContext.ts';
import { pinInView } from '../../core/agent/pinInView.ts';
import type { PatchResult } from '../../core/context/patchResult.ts';
import { ownFamilyOf } from '../../core/context/tokenFamily.ts';
import { messageOf } from './languageModel.ts';
import type { LanguageTools } from './languageTools.ts';
import type { Thread } from './thread.ts';

/** What a command works with. */
export interface CommandParts {
  readonly thread: Thread;
  readonly prompt: string;
  readonly stream: vscode.ChatResponseStream;
}

/** `/context`: where the session stands. */
export function showContext(
  { thread, stream }: CommandParts,
  model: AgentModel,
  { name, id, family, vendor }: vscode.LanguageModelChat,
  tools: LanguageTools,
): void {
  const { session, care } = thread;
  const vocabulary = ownFamilyOf({ id, family, vendor });
  stream.markdown(
    contextReport({
      session: session.id,
      state: session.state,
      budget: care.measure(model, tools.list()),
      model: name,
      waiting: session.waiting,
      ...(vocabulary !== undefined && { vocabulary }),
    }),
  );
}

/** `/pin`: keeps blocks in view and brings them back for it, lets them go, or lists them. */
export async function pinBlocks(
  { thread, prompt, stream }: CommandParts,
  model: AgentModel,
  tools: LanguageTools,
): Promise<void> {
  const { session } = thread;
  const words = prompt.split(/[\s,]+/).filter((word) => word !== '');
  const wanted = words.filter((word) => !word.startsWith('-'));
  const unwanted = words.filter((word) => word.startsWith('-')).map((word) => word.slice(1));
  const unknown = [...wanted, ...unwanted].filter((id) => session.state.get(id) === undefined);
  // First, as it may make room.
  const unpinned = await session.pin(unwanted, false, 'user');
  const hasRoom = (): boolean => (thread.care.measure(model, tools.list()).pressure ?? 0) <= 1;
  const { pinned, back, tokens, refused } = await pinInView(session, wanted, hasRoom);
  const blocks = session.state.order.flatMap((id) => session.state.get(id) ?? []);
  const sentences = [
    pinned.length > 0
      ? `Pinned ${codes(pinned)}: the model and Chipboard leave ${pinned.length > 1 ? 'them' : 'it'} in view.`
      : '',
    back.length > 0
      ? `Brought back into view ${codes(back)}: ${grouped(tokens)} tokens more. To put it aside again: \`/pin -${back.at(-1)}\`, then \`/undo\`.`
      : '',
    ...refused,
    unpinned.length > 0 ? `Let go ${codes(unpinned)}.` : '',
    unknown.length > 0
      ? `There is no block ${codes(unknown)}; \`/context\` names the largest.`
      : '',
    allPins(blocks, pinned),
  ];
  stream.markdown(sentences.filter((sentence) => sentence !== '').join(' '));
}

/** What is pinned beside that. */
function allPins(blocks: readonly Block[], now: readonly string[]): string {
  const all = blocks.filter((block) => block.pinned).map(({ id }) => id);
  const before = all.filter((id) => !now.includes(id));
  if (all.length === 0) {
    return 'Nothing is pinned. `/pin tool_004` keeps a block in view.';
  }
  if (before.length === 0) {
    return '';
  }
  return now.length > 0
    ? `Pinned before: ${codes(before)}.${pinsAside(blocks)}`
    : `Pinned are ${codes(all)}: the model and Chipboard leave them in view.${pinsAside(blocks)}`;
}

/** `/undo`: takes back the patch that is named, else the last one. */
export async function undoChange({ thread, prompt, stream }: CommandParts): Promise<void> {
  const { session } = thread;
  const named = /patch_\d+/.exec(prompt)?.[0];
  const id = named ?? undoablePatches(session.state)[0]?.id;
  if (id === undefined) {
    stream.markdown('There is no change of the context to take back.');
    return;
  }
  const result = await session.undo(id, 'user');
  stream.markdown(result.ok ? takenBack(id, result, thread) : refusals(result));
}

function takenBack(id: string, { delta }: PatchResult, { session }: Thread): string {
  const patch = session.state.patch(id);
  const about = patch === undefined ? '' : ` (${patch.kind}: ${cell(patch.reason)})`;
  const change = delta >= 0 ? `${grouped(delta)} tokens more` : `${grouped(-delta)} tokens less`;
  return `Took back \`${id}\`${about}: ${change} in view. \`/undo ${session.state.undoer(id) ?? id}\` does it again.`;
}

function refusals({ rejections }: PatchResult): string {
  const reasons = rejections.map(({ rule, message }) => {
    const id = /^\w+_\d+/.exec(message)?.[0];
    return rule === 'protected_pin' && id !== undefined
      ? `\`${id}\` is pinned: its text has to stay in view. \`/pin -${id}\` lets it go.`
      : message;
  });
  return ['Nothing was taken back.', ...reasons].join(' ');
}

/** `/compact`: says what a pass did. */
export function showMaintenance({ stream }: Pick<CommandParts, 'stream'>, pass: Maintenance): void {
  const { patches, outcome, problem, refused, text } = pass;
  if (outcome === 'no-tools') {
    stream.markdown(
      'The model can not change the context, because the Chipboard tools are not there.',
    );
    return;
  }
  if (outcome === 'too-large') {
    stream.markdown('The context has no room for the request, so the model was not asked.');
    return;
  }
  if (outcome === 'failed') {
    stream.markdown(`The model failed: ${cell(messageOf(problem))}. The context is as it was.`);
    return;
  }
  if (patches.length === 0) {
    const said = text.trim() === '' ? '' : ` It said: ${cell(text)}`;
    stream.markdown(
      refused
        ? `The model’s changes were refused, so the context is as it was.${said} \`/compact\` lets it try again.`
        : `The model changed nothing.${said}`,
    );
    return;
  }
  const freed = patches.reduce((sum, { before, after }) => sum + before.tokens - after.tokens, 0);
  const list = patches.map(({ id, kind, reason }) => `- \`${id}\` ${kind}: ${cell(reason)}`);
  const { tokens } = patches.at(-1)?.after ?? { tokens: 0 };
  stream.markdown(
    [
      `Freed ${grouped(freed)} tokens; the blocks in view have ${grouped(tokens)}.`,
      list.join('\n'),
      `\`/undo\` takes ${patches.length > 1 ? 'the last one' : 'it'} back.`,
    ].join('\n\n'),
  );
}

function codes(ids: readonly string[]): string {
  return ids.map((id) => `\`${id.replaceAll('`', '')}\``).join(', ');
}
