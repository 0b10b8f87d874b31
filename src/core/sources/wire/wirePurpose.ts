import { contentText } from '../contentText.ts';
import type { RecordedCall } from '../recordedSession.ts';
import { isCounting } from './modelApis.ts';
import type { Exchange } from './exchange.ts';
import { objectOf, type WireItem } from './wireItem.ts';

/** Most characters of a text in which its purpose is looked for. */
const looked = 1500;

/** Most items of a conversation that only asks for a title. */
const titleItems = 6;

const title =
  /\btitle generator\b|\b(?:write|generate|create|come up with|suggest)\b[^.\n]{0,120}\btitle\b|isnewtopic/i;

const summary =
  /\bsummary of (?:the|our|this) conversation|summari[sz](?:e|ing|ation)\b[^.\n]{0,60}\bconversation|conversation[^.\n]{0,60}\bsummari[sz]|context (?:checkpoint|summari[sz]ation)|detailed summary of/i;

function begins(item: WireItem | undefined): string {
  return item === undefined ? '' : contentText(item.content).slice(0, looked);
}

/**
 * What a request was for, if not for an answer in the conversation: by its address, and by what its system prompt and its
 * first and last texts ask for. Requests with tools are for answers, unless the last text asks for a summary of all.
 */
export function purposeOf(
  exchange: Exchange,
  items: readonly WireItem[],
): RecordedCall['purpose'] | undefined {
  const body = objectOf(exchange.request.value);
  if (isCounting(exchange)) {
    return 'maintenance';
  }
  const talk = items.filter(({ head }) => !head);
  const last = begins(talk.at(-1));
  const hasTools = items.some(({ block }) => block.kind === 'tool_schemas');
  if (hasTools) {
    const asks = talk.length > 1 && talk.at(-1)?.block.kind === 'user_message';
    return asks && summary.test(last) ? 'summary' : undefined;
  }
  const system = items.filter(({ block }) => block.kind === 'system_prompt').map(begins);
  const asked = [...system, begins(talk[0]), last];
  if (talk.length <= titleItems && asked.some((text) => title.test(text))) {
    return 'title';
  }
  if ([...system, last].some((text) => summary.test(text))) {
    return 'summary';
  }
  return body['max_tokens'] === 1 ? 'maintenance' : undefined;
}
