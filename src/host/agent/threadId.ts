import * as vscode from 'vscode';
import type { ThreadReach } from '../../core/agent/rewind.ts';
import { participant } from '../../manifest/chat.ts';

/** What a result of ours carries, for the next request of its thread. */
export interface ResultMetadata {
  /** Id of the session. */
  readonly session: string;
  /** The last block of the context when it ended. */
  readonly last?: string;
  readonly outcome: 'done' | 'cancelled' | 'steps' | 'full' | 'failed' | 'conflict' | 'command';
  /** The question, where it has to be asked again. */
  readonly question?: string;
}

type History = vscode.ChatContext['history'];

const marker = /^\[\/\/\]: # \(chipboard-session ([0-9a-f]{12})\)$/m;

/**
 * A line of Markdown that shows nothing and names the session. It stands in the first answer, because the editor drops
 * the result of a request that was cancelled, and of one that its window did not outlive.
 */
export function sessionMark(session: string): string {
  return `[//]: # (chipboard-session ${session})\n\n`;
}

/** The metadata of a result, if it is one of ours. */
export function metadataOf(result: vscode.ChatResult): ResultMetadata | undefined {
  const { session, outcome, last } = (result.metadata ?? {}) as Partial<ResultMetadata>;
  return typeof session === 'string' && typeof outcome === 'string'
    ? { session, outcome, ...(typeof last === 'string' && { last }) }
    : undefined;
}

/** The session that a thread belongs to. */
export function sessionOf(history: History): string | undefined {
  for (const turn of ownAnswers(history)) {
    const id = metadataOf(turn.result)?.session ?? marker.exec(answerOf(turn))?.[1];
    if (id !== undefined) {
      return id;
    }
  }
  return undefined;
}

/** How far the thread goes; undefined where none of its turns says so. */
export function reachOf(history: History): ThreadReach | undefined {
  let later = 0;
  for (const turn of ownAnswers(history)) {
    const last = metadataOf(turn.result)?.last;
    if (last !== undefined) {
      return { last, later };
    }
    later += turn.command === undefined ? 1 : 0;
  }
  return undefined;
}

/** Whether the last question was not answered to its end. */
export function isUnfinished(history: History): boolean {
  const [last] = ownAnswers(history);
  return last !== undefined && (metadataOf(last.result)?.outcome ?? 'cancelled') !== 'done';
}

/** What a thread shows, as question and answer; for a session that is gone. */
export function textsOfThread(
  history: History,
): readonly { readonly kind: 'user_message' | 'assistant_message'; readonly text: string }[] {
  return history.flatMap((turn) => {
    const isQuestion = turn instanceof vscode.ChatRequestTurn;
    const text = (isQuestion ? turn.prompt : answerOf(turn).replace(marker, '')).trim();
    const skip = text === '' || turn.command !== undefined;
    return skip ? [] : [{ kind: isQuestion ? 'user_message' : 'assistant_message', text } as const];
  });
}

/** Newest first. */
function ownAnswers(history: History): readonly vscode.ChatResponseTurn[] {
  return history
    .filter((turn) => turn instanceof vscode.ChatResponseTurn)
    .filter((turn) => turn.participant === participant.id)
    .toReversed();
}

function answerOf(turn: vscode.ChatResponseTurn): string {
  return turn.response
    .map((part) => (part instanceof vscode.ChatResponseMarkdownPart ? part.value.value : ''))
    .join('\n');
}
