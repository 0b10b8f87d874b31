import { describe } from '../../core/context/block.ts';
import { breakEvenRequests } from '../../core/context/budget/breakEven.ts';
import { stubBeginning, stubFor } from '../../core/context/budget/stub.ts';
import type { ContextSession } from '../../core/context/contextSession.ts';
import type { PatchRecord } from '../../core/context/journalEvent.ts';
import type { Operation, PatchRequest, Rejection } from '../../core/context/operations.ts';
import type { ActResult, BlocksAct, SessionAct, SummaryAct } from '../../protocol/sessions.ts';

/** The act was refused. */
type Refused = Extract<ActResult, { readonly accepted: false }>;

/**
 * Changes a session for a person, or with `dry` says what would come of it and leaves no trace. Throws `StoreError`, and
 * `SessionConflict` where another window went on with the session.
 */
export async function actOnSession(
  session: ContextSession,
  act: SessionAct,
  dry: boolean,
): Promise<ActResult> {
  if (act.act === 'pin' || act.act === 'unpin') {
    return pinBlocks(session, act, dry);
  }
  const operations = await operationsFor(session, act);
  if ('accepted' in operations) {
    return operations;
  }
  const request: PatchRequest = { reason: reasonOf(act), operations };
  if (dry) {
    const plan = await session.plan(request, 'user');
    return 'plan' in plan ? outcomeOf(plan.plan.patch) : refusal(plan.rejections, request);
  }
  const { patch, rejections } = await session.apply(request, 'user');
  return patch === undefined
    ? refusal(rejections, request)
    : { ...outcomeOf(patch), patch: patch.id };
}

async function pinBlocks(
  session: ContextSession,
  { act, ids }: BlocksAct,
  dry: boolean,
): Promise<ActResult> {
  const pinned = act === 'pin';
  const unknown = ids.filter((id) => session.state.get(id) === undefined);
  if (unknown.length > 0) {
    return refused(
      'unknown_id',
      `There is no block ${unknown.join(', ')} in this session.`,
      unknown,
    );
  }
  const targets = dry
    ? ids.filter((id) => session.state.get(id)?.pinned !== pinned)
    : await session.pin(ids, pinned, 'user');
  return { accepted: true, freed: 0, invalidated: 0, targets, created: [] };
}

async function operationsFor(
  session: ContextSession,
  act: SessionAct,
): Promise<readonly Operation[] | Refused> {
  switch (act.act) {
    case 'undo':
      return [{ op: 'restore', ids: [], patch: act.patch }];
    case 'redo': {
      const undoer = session.state.undoer(act.patch);
      return undoer === undefined
        ? refused(
            'patch_undone',
            `${act.patch} was not taken back, so there is nothing to do again.`,
          )
        : [{ op: 'restore', ids: [], patch: undoer }];
    }
    case 'merge':
    case 'fold':
    case 'compact':
      return summaryOperations(act);
    default:
      return blockOperations(session, act);
  }
}

async function blockOperations(
  session: ContextSession,
  { act, ids, fields = [] }: BlocksAct,
): Promise<readonly Operation[]> {
  switch (act) {
    case 'archive':
      return [{ op: 'set_visibility', ids, visibility: 'archived' }];
    case 'hide':
      return [{ op: 'set_visibility', ids, visibility: 'hidden' }];
    case 'show':
      return [{ op: 'set_visibility', ids, visibility: 'model' }];
    case 'restore':
      return [{ op: 'restore', ids }];
    case 'redact':
      return [{ op: 'redact', ids, dropFields: fields }];
    case 'offload':
      return offloads(session, ids);
    case 'pin':
    case 'unpin':
      return [];
  }
}

/** Each text is put aside with a stub of its own, which repeats how it begins. */
async function offloads(
  session: ContextSession,
  ids: readonly string[],
): Promise<readonly Operation[]> {
  if (ids.length === 0) {
    const replaceWith = { description: '', summary: '', hint: '' };
    return [{ op: 'payload_offload', ids, replaceWith }];
  }
  const operations: Operation[] = [];
  for (const id of ids) {
    const block = session.state.get(id);
    const text = block === undefined ? '' : await session.text(block.content.artifact);
    const { description, hint } =
      block === undefined ? { description: id, hint: '' } : stubFor(block, '');
    const summary = `The user moved this text out of the context. It begins:\n${beginning(text ?? '')}`;
    operations.push({
      op: 'payload_offload',
      ids: [id],
      replaceWith: { description, summary, hint },
    });
  }
  return operations;
}

function beginning(text: string): string {
  const cut = text.slice(0, stubBeginning).toWellFormed();
  return text.length > stubBeginning ? `${cut}…` : cut;
}

function summaryOperations({
  act,
  ids,
  summary = '',
  instructions,
}: SummaryAct): readonly Operation[] | Refused {
  if (instructions !== undefined && summary.trim() === '') {
    return refused(
      'no_model',
      'From here Chipboard can not ask the model of a conversation. Write the summary yourself, or use /compact in the chat.',
    );
  }
  const output = { description: describe('', summary), content: summary };
  switch (act) {
    case 'compact':
      return [{ op: act, ids, output, preserve: ['what the user wrote'], drop: [] }];
    case 'merge':
      return [{ op: act, ids, output, resolution: 'update' }];
    case 'fold':
      return [{ op: act, ids, output, scope: 'folded by the user' }];
  }
}

const reasons: Readonly<Record<SessionAct['act'], string>> = {
  archive: 'archived by the user',
  hide: 'hidden by the user',
  show: 'brought back by the user',
  offload: 'put aside by the user',
  restore: 'restored by the user',
  redact: 'redacted by the user',
  pin: 'pinned by the user',
  unpin: 'let go by the user',
  merge: 'merged by the user',
  fold: 'folded by the user',
  compact: 'summed up by the user',
  undo: 'taken back by the user',
  redo: 'done again by the user',
};

function reasonOf({ act }: SessionAct): string {
  return reasons[act];
}

function outcomeOf({
  before,
  after,
  cacheEffect,
  targets,
  created,
}: PatchRecord): Extract<ActResult, { readonly accepted: true }> {
  const freed = before.tokens - after.tokens;
  const invalidated = cacheEffect?.invalidatedTokens ?? 0;
  const breakEven = breakEvenRequests(freed, invalidated);
  return {
    accepted: true,
    ...{ freed, invalidated, targets, created },
    ...(breakEven !== undefined && { breakEven }),
  };
}

function refused(rule: string, words: string, ids: readonly string[] = []): Refused {
  return { accepted: false, refusals: [{ rule, words, ids }] };
}

/** The rules' words. A rule about one operation is about its blocks, or about the one that its words begin with. */
function refusal(rejections: readonly Rejection[], { operations }: PatchRequest): Refused {
  return {
    accepted: false,
    refusals: rejections.map(({ operation, rule, message }) => {
      const ids = operations[operation]?.ids ?? [];
      const named = ids.filter((id) => message.includes(id));
      return { rule, words: message, ids: named.length > 0 ? named : ids };
    }),
  };
}
