/* Entry of the worker thread that carries out regular expressions, a person's and our own, so that they can be stopped. */
import { parentPort } from 'node:worker_threads';
import { secretMark, secretRules } from '../../core/redact.ts';
import type {
  RuleRequest,
  SecretsRequest,
  TextRulesReply,
  TextRulesRequest,
} from './textRulesMessages.ts';

const port = parentPort;
if (port === null) {
  throw new Error('Rules for texts are carried out in a worker thread only.');
}

port.on('message', (request: TextRulesRequest) =>
  port.postMessage('rule' in request ? carryOut(request) : withoutSecrets(request)),
);

function withoutSecrets({ id, texts, by, home, at }: SecretsRequest): TextRulesReply {
  let done = texts;
  for (const [index, rule] of secretRules(home).entries()) {
    Atomics.store(at, 0, index);
    done = done.map((text) => rule.apply(text));
  }
  return { id, texts: done.map((text) => text.replaceAll(secretMark, () => by)) };
}

function carryOut({ id, texts, rule, by }: RuleRequest): TextRulesReply {
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
