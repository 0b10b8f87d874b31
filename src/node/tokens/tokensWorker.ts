/* Entry of the worker thread that counts tokens. */
import { parentPort } from 'node:worker_threads';
import type { TokenFamily } from '../../ports/tokens.ts';
import type { TextTokens } from './textTokens.ts';
import type { TokensReply, TokensRequest } from './tokensMessages.ts';
import { loadTextTokens } from './vocabularies.ts';

const port = parentPort;
if (port === null) {
  throw new Error('The token worker runs as a worker thread only.');
}
const loaded = new Map<TokenFamily, TextTokens>();

// One after another: a vocabulary must not be loaded twice, and answers come in the order of the questions.
let last: Promise<void> = Promise.resolve();

port.on('message', (request: TokensRequest) => {
  last = last.then(async () => {
    port.postMessage(await answer(request));
  });
});

async function answer({ id, family, texts }: TokensRequest): Promise<TokensReply> {
  try {
    const tokens = loaded.get(family) ?? (await loadTextTokens(family));
    loaded.set(family, tokens);
    return { id, counts: texts.map((text) => tokens.count(text)) };
  } catch (error) {
    return { id, why: error instanceof Error ? error.message : String(error) };
  }
}
