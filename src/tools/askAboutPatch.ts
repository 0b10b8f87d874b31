import { breakEvenRequests } from '../core/context/budget/breakEven.ts';
import { tokensOf } from '../core/context/block.ts';
import type { ContextSession } from '../core/context/contextSession.ts';
import type { PatchDecision, PatchRecord } from '../core/context/journalEvent.ts';
import type { PatchRequest } from '../core/context/operations.ts';
import { askInTime } from '../core/edit/askInTime.ts';
import type { AskBefore, PatchConsent, PatchQuestion } from '../ports/patchConsent.ts';

/** Share of the tokens in view from which on a patch is a large one. */
const largeShare = 0.1;

/** Where there is no window, nobody is asked, and patches are done as if nobody wanted to be. */
export const askNobodyAboutPatches: PatchConsent = {
  askBefore: 'never',
  ask: () => Promise.resolve('unavailable'),
};

/**
 * What came of asking: the patch may be done, with the decision if somebody made one; or it was declined, with what the
 * model is to be told; or the call was cancelled meanwhile.
 */
export type AskedPatch =
  | { readonly decision?: PatchDecision }
  | { readonly declined: string }
  | { readonly cancelled: true };

/**
 * Asks the user about a patch of an agent, where they want that, with the numbers of a dry run; what they decline is
 * noted in the journal. A patch that breaks rules is not asked about: those refuse it. Where nobody can be asked, it is
 * as if nobody wanted to be. Throws `SessionConflict` and `StoreError`.
 */
export async function askAbout(
  session: ContextSession,
  request: PatchRequest,
  consent: PatchConsent,
  signal: AbortSignal,
): Promise<AskedPatch> {
  if (consent.askBefore === 'never' || request.operations.length === 0) {
    return {};
  }
  const planned = await planOf(session, request);
  const question = planned && questionOf(session, planned);
  if (planned === undefined || question === undefined || !isAsked(question, consent.askBefore)) {
    return {};
  }
  const answer = await askInTime(consent, question, signal);
  switch (answer) {
    case 'cancelled':
      return { cancelled: true };
    case 'unavailable':
      return {};
    case 'allowed': {
      const now = await planOf(session, request);
      return now !== undefined && !isSame(now, planned)
        ? { declined: changedNote }
        : { decision: { answer, by: 'user' } };
    }
    case 'refused':
      await session.decline(request, 'agent', { answer, by: 'user' });
      return { declined: refusedNote };
    case 'late':
      await session.decline(request, 'agent', { answer, by: 'nobody' });
      return { declined: lateNote };
  }
}

const refusedNote =
  'The user looked at this change and refused it, so nothing was changed. Go on with the context as it is. Do not send the same change again; a smaller one, or another one, may be allowed.';

const lateNote =
  'The user is asked before such changes, and did not answer in time, so nothing was changed. Go on with the context as it is; send the change again only if the work can not go on without it.';

const changedNote =
  'The user allowed this change, but the context became another one while they were asked, so nothing was changed. Look at the manifest, and send what is still wanted.';

async function planOf(
  session: ContextSession,
  request: PatchRequest,
): Promise<PatchRecord | undefined> {
  const plan = await session.plan(request, 'agent');
  return 'plan' in plan ? plan.plan.patch : undefined;
}

/** What the user saw is what will be done. */
function isSame(now: PatchRecord, then: PatchRecord): boolean {
  return now.before.hash === then.before.hash && now.after.hash === then.after.hash;
}

function isAsked({ share }: PatchQuestion, askBefore: AskBefore): boolean {
  return askBefore === 'always' || share >= largeShare;
}

function questionOf(
  { id, state }: ContextSession,
  { before, after, cacheEffect, kind, reason, targets }: PatchRecord,
): PatchQuestion {
  const freed = before.tokens - after.tokens;
  const invalidated = cacheEffect?.invalidatedTokens ?? 0;
  const breakEven = breakEvenRequests(freed, invalidated);
  const blocks = targets.flatMap((target) => {
    const block = state.get(target);
    return block === undefined
      ? []
      : [{ id: target, description: block.description, tokens: tokensOf(block) }];
  });
  return {
    ...{ session: id, reason, kind, freed, invalidated },
    share: before.tokens === 0 ? 0 : freed / before.tokens,
    ...(breakEven !== undefined && { breakEven }),
    blocks: blocks.sort((one, other) => other.tokens - one.tokens),
  };
}
