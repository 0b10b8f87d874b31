import * as vscode from 'vscode';
import type { Message } from '../../core/context/message.ts';
import { argumentsObject } from '../../core/context/render/callArguments.ts';
import type { AssistantTurn, Turn } from '../../core/context/render/turns.ts';
import { turnsOf } from '../../core/context/render/turns.ts';

/**
 * A request's messages as the editor takes them. It has two roles only: what is a system text for others is said by the
 * user, and results are the user's message right after the calls.
 */
export function chatMessages(messages: readonly Message[]): vscode.LanguageModelChatMessage[] {
  return turnsOf(messages).flatMap(chatTurn);
}

function chatTurn(turn: Turn): vscode.LanguageModelChatMessage[] {
  return turn.role === 'assistant'
    ? assistantTurn(turn)
    : [vscode.LanguageModelChatMessage.User(turn.text)];
}

function assistantTurn({ text, calls }: AssistantTurn): vscode.LanguageModelChatMessage[] {
  const said = text === '' ? [] : [new vscode.LanguageModelTextPart(text)];
  if (calls.length === 0) {
    return [vscode.LanguageModelChatMessage.Assistant(said)];
  }
  const made = calls.map(
    (call) =>
      new vscode.LanguageModelToolCallPart(call.id, call.name, argumentsObject(call.arguments)),
  );
  const results = calls.map(
    ({ id, result }) =>
      new vscode.LanguageModelToolResultPart(id, [new vscode.LanguageModelTextPart(result)]),
  );
  return [
    vscode.LanguageModelChatMessage.Assistant([...said, ...made]),
    vscode.LanguageModelChatMessage.User(results),
  ];
}
