import type { CallRow } from '../ports/store.ts';
import { redactTexts } from '../core/redact.ts';
import type { CallDetail } from '../protocol/calls.ts';
import { isFlag, isRecord } from '../protocol/guards.ts';
import { RpcError } from '../protocol/rpc.ts';
import { answerOutline, bugReport, textFields } from './bugReport.ts';
import { isChangesAsked, isId, isOneId } from './asked.ts';
import type { HandlersOf, PanelParts } from './panelParts.ts';
import { callItem, eventItem } from './rowItems.ts';
import { shownPlaces } from './shownPath.ts';
import { shownValue } from './shownValue.ts';
import { readPayload } from '../core/readPayload.ts';
import { unreadableText } from './storeProblem.ts';

/** Characters of an answer that are shown. */
const shownCharacters = 100_000;

/** Answers what is asked of the record of calls. */
export function callRequests(
  parts: PanelParts,
): HandlersOf<'calls/changes' | 'call/read' | 'call/report'> {
  const { actions, store } = parts;
  return {
    'calls/changes': {
      guard: isChangesAsked,
      async handle(asked) {
        const changes = await store.callChanges(asked);
        const places = shownPlaces(parts);
        return { ...changes, calls: changes.calls.map((row) => callItem(row, places)) };
      },
    },
    'call/read': {
      guard: isRecord<{ readonly id: string; readonly redact: boolean }>({
        id: isId,
        redact: isFlag,
      }),
      handle: ({ id, redact }) => callDetail(id, redact, parts),
    },
    'call/report': {
      guard: isOneId,
      async handle({ id }) {
        const report = await reportOf(id, parts);
        await actions.copy(report);
        return { characters: report.length };
      },
    },
  };
}

/** A call with what is kept of it. */
interface ReadCall {
  readonly row: CallRow;
  readonly args: unknown;
  readonly result: string | undefined;
  readonly unreadable: string | undefined;
}

async function readCall(id: string, { store }: PanelParts): Promise<ReadCall> {
  const row = await store.call(id);
  if (row === undefined) {
    throw new RpcError({ code: 'call-not-found', message: `Call ${id} is not kept any more.` });
  }
  const read = async (key: string | undefined): Promise<{ text?: string; problem?: string }> => {
    const kept = key === undefined ? undefined : await readPayload(store, key);
    return kept === undefined
      ? {}
      : kept.state === 'kept'
        ? { text: new TextDecoder().decode(kept.content) }
        : { problem: unreadableText('What is kept of this call', kept.state) };
  };
  const [args, result] = [await read(row.arguments), await read(row.result)];
  return {
    row,
    args: args.text === undefined ? undefined : parsed(args.text),
    result: result.text,
    unreadable: args.problem ?? result.problem,
  };
}

async function callDetail(id: string, redact: boolean, parts: PanelParts): Promise<CallDetail> {
  const { about, store } = parts;
  const { row, args, result, unreadable } = await readCall(id, parts);
  const places = shownPlaces(parts);
  const rows = row.event === undefined ? [] : await store.snapshots({ event: row.event });
  const event = eventItem(rows, places);
  const plain = redact ? redactTexts(args, { home: about.home, texts: textFields }) : args;
  const answer = redact && result !== undefined ? answerOutline(result, about.home) : result;
  return {
    call: callItem(row, places),
    redacted: redact,
    ...(args === undefined ? {} : { arguments: shownValue(plain) }),
    ...(answer === undefined || result === undefined
      ? {}
      : {
          result: answer.slice(0, shownCharacters).toWellFormed(),
          resultCharacters: result.length,
        }),
    ...(event === undefined ? {} : { event }),
    ...(unreadable === undefined ? {} : { unreadable }),
  };
}

async function reportOf(id: string, parts: PanelParts): Promise<string> {
  const { about, settings } = parts;
  const { row, args, result } = await readCall(id, parts);
  return bugReport({
    call: callItem(row, shownPlaces(parts)),
    ...{ args, result, ...about },
    settings: settings.current,
  });
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return json;
  }
}
