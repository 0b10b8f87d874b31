/* Entry of the worker thread that carries out a person's regular expressions, so that they can be stopped. */
import { parentPort } from 'node:worker_threads';
import type { TextRulesReply, TextRulesRequest } from './textRulesMessages.ts';

const port = parentPort;
if (port === null) {
  throw new Error('Rules for texts are carried out in a worker thread only.');
}

port.on('message', (request: TextRulesRequest) => port.postMessage(answer(request)));

function answer({ id, texts, rule, by }: TextRulesRequest): TextRulesReply {
  let pattern: RegExp;
  try {
    pattern = new RegExp(rule, 'gu');
  } catch {
    return { id, problem: 'no-expression' };
  }
  let matchesEmpty = pattern.test('');
  pattern.lastIndex = 0;
  const replaced = (match: string): string => {
    matchesEmpty ||= match === '';
    return by;
  };
  const done: string[] = [];
  for (const text of texts) {
    if (matchesEmpty) {
      return { id, problem: 'matches-empty' };
    }
    done.push(text.replace(pattern, replaced));
  }
  return matchesEmpty ? { id, problem: 'matches-empty' } : { id, texts: done };
}
