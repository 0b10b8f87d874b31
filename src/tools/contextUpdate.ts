import { z } from 'zod';
import type { Failure, Result } from '../ports/result.ts';
import { fail, ok } from '../ports/result.ts';
import { StoreError } from '../ports/store.ts';
import type { Budget } from '../core/context/budget/ladder.ts';
import { SessionConflict } from '../core/context/journalWriter.ts';
import type { LiveSession } from '../core/context/liveSessions.ts';
import { idLimit, operationLimit, operationsOf } from '../core/context/operationInput.ts';
import type { PatchActor, PatchRequest, Rejection } from '../core/context/operations.ts';
import type { PatchResult } from '../core/context/patchResult.ts';
import { operationNames } from '../core/context/operations.ts';
import { byteLength } from '../core/edit/shownSize.ts';
import { badArguments, cancelled, failure } from '../core/failures.ts';
import { askAbout } from './askAboutPatch.ts';
import type { AnswerFields, Done, ToolContext } from './defineTool.ts';
import { defineTool } from './defineTool.ts';
import { againField } from './arguments.ts';
import { storeFailure } from './keeping.ts';
import { chooseSession, sessionField } from './liveSession.ts';

const texts = z.array(z.string()).optional();

/** One form for all operations: what a client shows a model must be flat. */
const item = z.strictObject({
  op: z.enum(operationNames),
  ids: z.array(z.string()).optional().describe('Block ids, e.g. ["tool_003"]; see the manifest.'),
  output: z
    .strictObject({ description: z.string(), content: z.string() })
    .optional()
    .describe('compact, merge, fold: the summary that stands for the blocks.'),
  preserve: texts.describe('compact: what the summary keeps.'),
  drop: texts.describe('compact: what it leaves out.'),
  replace_with: z
    .strictObject({
      description: z.string(),
      summary: z.string(),
      retrieval_hint: z.string().optional(),
    })
    .optional()
    .describe('payload_offload: what stands for the text.'),
  resolution: z.enum(['update', 'contradiction']).optional().describe('merge; default update.'),
  scope_label: z.string().optional().describe('fold: what the run of blocks is about.'),
  visibility: z
    .enum(['model', 'archived', 'hidden'])
    .optional()
    .describe('set_visibility; default archived.'),
  drop_fields: texts.describe('redact: top-level fields of a JSON result to delete.'),
  content: z.string().optional().describe('replace: the new text.'),
  patch_id: z.string().optional().describe('restore: the patch to take back, in place of ids.'),
});

const schema = z.strictObject({
  session: sessionField,
  reason: z.string().describe('Why, in a few words; goes into the journal.'),
  // Items are read by operationsOf, which takes more than the form says and answers by rule; the form is for clients.
  operations: z
    .array(z.unknown())
    .meta({ items: formOf(item) })
    .describe(
      `Done in order, all or none; at most ${operationLimit}, with at most ${idLimit} ids together.`,
    ),
  again: againField,
});

type Arguments = z.infer<typeof schema>;

const example = {
  reason: 'the log was read',
  operations: [
    {
      op: 'payload_offload',
      ids: ['tool_003'],
      replace_with: {
        description: 'test log',
        summary: '412 passed, 1 failed',
        retrieval_hint: 'for the trace',
      },
    },
  ],
};

/** context-update: changes the context of a conversation that Chipboard manages. */
export const contextUpdateTool = defineTool<Arguments>({
  name: 'context-update',
  title: 'Change the context',
  description: {
    en: `Change your own context, where you have a context manifest. All operations are done or none, and a patch can be taken back. Offload texts you have used, compact or fold blocks into a summary, merge, set_visibility, restore: ${JSON.stringify(example)}`,
    zh: `修改你自己的上下文（仅当你有 context manifest 时）。所有操作要么全部完成，要么全部不做；补丁可以撤回。可卸载用过的文本，把块压缩、折叠或合并成摘要，设置可见性，恢复：${JSON.stringify(example)}`,
  },
  schema,
  aliases: { session_id: 'session' },
  example,
  annotations: { readOnly: false, destructive: false, idempotent: false },
  sparesFiles: true,
  files: () => Promise.resolve(ok([])),
  propose(args, _files, context) {
    const chosen = chooseSession(args.session, context.live);
    const read = operationsOf(args.operations);
    if (!chosen.ok) {
      return Promise.resolve(chosen);
    }
    if (!read.ok) {
      return Promise.resolve(fail(badArguments(read.failure.join(' '), example)));
    }
    const request = { reason: args.reason, operations: read.value };
    const actor = context.caller.person === true ? 'user' : 'agent';
    const { id } = chosen.value.session;
    return Promise.resolve(
      ok({
        kind: 'act',
        about: `It would change the context of conversation ${id}, and no file: ${read.value.length} operations.`,
        scope: `context ${id}`,
        takeBack: (event) => `restore with "patch_id": "${event}"`,
        act: (signal) => patch(chosen.value, { request, actor, signal }, context),
      }),
    );
  },
});

/** A change that is wanted. */
interface WantedPatch {
  readonly request: PatchRequest;
  readonly actor: PatchActor;
  readonly signal: AbortSignal;
}

async function patch(
  live: LiveSession,
  { request, actor, signal }: WantedPatch,
  { patchConsent, room }: Pick<ToolContext, 'patchConsent' | 'room'>,
): Promise<Result<Done>> {
  const { session } = live;
  try {
    const asked = actor === 'agent' ? await askAbout(session, request, patchConsent, signal) : {};
    if ('cancelled' in asked) {
      return fail(cancelled());
    }
    if ('declined' in asked) {
      return ok({ fields: declinedFields(asked.declined, live) });
    }
    const result = await session.apply(request, actor, asked);
    return result.ok ? ok(doneBy(result, live)) : fail(refused(result.rejections, room));
  } catch (cause) {
    if (cause instanceof SessionConflict) {
      return fail(
        failure(
          'session-conflict',
          `Conversation ${session.id} was continued in another window, so nothing was changed here.`,
          'Go on without changing the context; the user can open the conversation anew.',
        ),
      );
    }
    if (cause instanceof StoreError) {
      return fail(storeFailure(cause.code, 'Nothing was changed: the texts of the conversation'));
    }
    throw cause;
  }
}

function doneBy(result: PatchResult, live: LiveSession): Done {
  const fields = doneFields(result, live);
  const { patch } = result;
  return patch === undefined ? { fields } : { fields, event: patch.id, undone: patch.undoes };
}

function doneFields(result: PatchResult, live: LiveSession): AnswerFields {
  const { session } = live;
  const id = result.patch?.id;
  const { waiting } = session;
  return {
    session: session.id,
    ...(id === undefined
      ? { note: 'There were no operations, so nothing was changed.' }
      : { patch_id: id }),
    applied: result.applied,
    freed_tokens: result.freedTokens,
    token_delta: result.delta,
    ...(result.created.length > 0 && { created: result.created }),
    budget: budgetLine(live.budget()),
    ...(id !== undefined &&
      result.patch?.reversible !== 'no' && { take_back: { op: 'restore', patch_id: id } }),
    ...(waiting > 0 && {
      warnings: [
        `The journal can not be written now: ${waiting} events wait, and are lost if the editor ends before.`,
      ],
    }),
  };
}

/** No error: the model did nothing wrong, and must not try again as it would after one. */
function declinedFields(note: string, live: LiveSession): AnswerFields {
  const budget = budgetLine(live.budget());
  return { session: live.session.id, declined: true, note, applied: 0, freed_tokens: 0, budget };
}

/** Where the conversation stands, in one line. */
function budgetLine(budget: Budget | undefined): string {
  if (budget === undefined) {
    return 'unknown: there was no request yet';
  }
  const { level, used, room, pressure, why } = budget;
  return used === undefined || room === undefined || pressure === undefined
    ? `unknown: ${why ?? 'nothing was measured'}`
    : `${level}: ${used} of ${room} tokens (${Math.round(pressure * 100)} %)`;
}

function refused(all: readonly Rejection[], room: number): Failure {
  const shown: string[] = [];
  let used = 0;
  for (const { operation, rule, message } of all) {
    // A message may quote what the caller sent.
    const short = message.length > 500 ? `${message.slice(0, 500).toWellFormed()}…` : message;
    // As text: its examples are JSON, which a model would copy with the escapes of a JSON within JSON.
    const where = operation < 0 ? 'all operations together' : `operations[${operation}]`;
    const entry = `${where}, ${rule}: ${short}`;
    used += byteLength(JSON.stringify(entry));
    if (used > room && shown.length > 0) {
      break;
    }
    shown.push(entry);
  }
  const left = all.length - shown.length;
  return failure(
    'patch-refused',
    `Nothing was changed: ${all.length === 1 ? 'a rule is' : `${all.length} rules are`} broken.`,
    'Correct what the rejections say, and send all operations again.',
    { rejections: shown, ...(left > 0 && { more_rejections: left }) },
  );
}

function formOf(form: z.ZodType): Record<string, unknown> {
  const json = z.toJSONSchema(form, { io: 'input' }) as Record<string, unknown>;
  delete json['$schema'];
  return json;
}
