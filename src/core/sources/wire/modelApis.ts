import { isObject, listAt, objectAt, textAt, type JsonObject } from '../json.ts';
import type { RecordedUsage } from '../recordedSession.ts';
import { messagesAnswer, messagesRequest } from './anthropicItems.ts';
import type { Exchange } from './exchange.ts';
import { geminiAnswer, geminiRequest } from './geminiItems.ts';
import { chatAnswer, chatRequest, responsesAnswer, responsesRequest } from './openaiItems.ts';
import { objectOf, type BodyPlace, type WireItem } from './wireItem.ts';
import { chatUsage, geminiUsage, messagesUsage, responsesUsage } from './wireUsage.ts';

/** How one API's bodies are read. */
export interface ModelApi {
  request(body: JsonObject, where: BodyPlace): WireItem[];
  answer(body: JsonObject, where: BodyPlace): WireItem[];
  usage(answer: JsonObject): RecordedUsage | undefined;
}

const messages: ModelApi = {
  request: messagesRequest,
  answer: messagesAnswer,
  usage: (answer) => messagesUsage(objectAt(answer, 'usage')),
};

const chat: ModelApi = {
  request: chatRequest,
  answer: chatAnswer,
  usage: (answer) => chatUsage(objectAt(answer, 'usage')),
};

const responses: ModelApi = {
  request: responsesRequest,
  answer: responsesAnswer,
  usage: (answer) => responsesUsage(objectAt(answer, 'usage')),
};

const gemini: ModelApi = {
  request: geminiRequest,
  answer: geminiAnswer,
  usage: (answer) => geminiUsage(objectAt(answer, 'usageMetadata')),
};

/** Whether a request only counts tokens. */
export function isCounting({ target }: Exchange): boolean {
  return /(?:\/count_tokens|:counttokens)$/.test(target);
}

function looksLikeChat(body: JsonObject, answer: JsonObject): boolean {
  const roles = listAt(body, 'messages').map((message) => objectOf(message)['role']);
  return (
    'choices' in answer ||
    roles.some((role) => role === 'system' || role === 'tool' || role === 'developer') ||
    listAt(body, 'tools').some((tool) => isObject(objectOf(tool)['function']))
  );
}

/** The API that an exchange is with, by its address or by the shape of its bodies; undefined for another service's. */
export function apiOf({ target, request, response }: Exchange): ModelApi | undefined {
  const [body, answer] = [objectOf(request.value), objectOf(response?.value)];
  if (Array.isArray(body['contents'])) {
    return gemini;
  }
  if (Array.isArray(body['messages'])) {
    if (target.endsWith('/chat/completions')) {
      return chat;
    }
    const anthropic =
      /\/messages(?:\/count_tokens)?$/.test(target) ||
      'system' in body ||
      'anthropic_version' in body;
    return !anthropic && looksLikeChat(body, answer) ? chat : messages;
  }
  const input = Array.isArray(body['input']) || typeof body['input'] === 'string';
  return input && (target === '' || target.endsWith('/responses')) ? responses : undefined;
}

/** The model of an exchange: the answer's, else the request's. */
export function modelOf({ target, request, response, counted }: Exchange): string {
  const [body, answer] = [objectOf(request.value), objectOf(response?.value)];
  const ai = objectAt(counted ?? {}, 'gen_ai');
  return (
    textAt(answer, 'model') ||
    textAt(answer, 'modelVersion') ||
    textAt(body, 'model') ||
    textAt(objectAt(ai, 'response'), 'model') ||
    textAt(objectAt(ai, 'request'), 'model') ||
    (/\/models\/([^/:]+):/.exec(target)?.[1] ?? '')
  );
}
