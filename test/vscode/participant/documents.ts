import { put } from '../workspaceFiles.ts';
import type { GivenPart, ReceivedRequest } from './scriptedProvider.ts';
import { call, say } from './scriptedProvider.ts';

const words =
  'river stone lantern copper meadow harbour signal quiet marble winter orchard thread'.split(' ');

/** A document with its code word somewhere in the middle. */
export interface BuriedFact {
  readonly file: string;
  readonly fact: string;
}

/** Puts documents of about 3 kB into the workspace, each with a fact in its middle. */
export async function putDocuments(prefix: string, count: number): Promise<readonly BuriedFact[]> {
  const facts: BuriedFact[] = [];
  for (let number = 1; number <= count; number += 1) {
    const fact = `${prefix}-code-${number}${number * 7919}`;
    const lines = Array.from({ length: 40 }, (_, line) =>
      Array.from(
        { length: 11 },
        (_unused, at) => words[(line * 5 + at * number) % words.length],
      ).join(' '),
    );
    lines[20 + number] = `the code of document ${number} is ${fact}`;
    const file = `${prefix}-${number}.txt`;
    await put(file, `${lines.join('\n')}\n`);
    facts.push({ file, fact });
  }
  return facts;
}

/** Blocks of the results that stand in full in a request: id and what the tool said. */
function resultsInView({
  messages,
}: ReceivedRequest): readonly { readonly id: string; readonly text: string }[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap(({ result }) => {
      const id = /^\[block:(\w+)\]/.exec(result?.text ?? '')?.[1];
      return id === undefined ? [] : [{ id, text: result?.text ?? '' }];
    }),
  );
}

/** Plays a model that reads document after document, and answers with the facts that it still sees. */
export class DocumentReader {
  private readonly facts: readonly BuriedFact[];
  private readonly updates: boolean;
  private readCount = 0;

  /** `updates`: after each document it puts its text aside, with the fact as the summary; else it says the fact. */
  constructor(facts: readonly BuriedFact[], updates: boolean) {
    this.facts = facts;
    this.updates = updates;
  }

  /** What it answers to a request. */
  answer(request: ReceivedRequest): readonly GivenPart[] {
    const pattern = new RegExp(`the code of document ${this.readCount} is (\\S+-code-\\d+)`);
    const results = resultsInView(request);
    const result = results.find(({ text }) => pattern.test(text));
    const fact = pattern.exec(result?.text ?? '')?.[1];
    const next = this.facts[this.readCount];
    const address = /\[full text: (artifact:\/\/[^;\]]+)/.exec(results.at(-1)?.text ?? '')?.[1];
    if (fact === undefined && this.readCount > 0 && address !== undefined) {
      // Put aside before it was seen: the stub says where it is.
      return [call('artifact-get', { uri: address, search: 'the code of document' })];
    }
    const parts: GivenPart[] = [];
    if (fact !== undefined && result !== undefined) {
      parts.push(...(this.updates ? [offload(result.id, fact)] : say(`Noted: ${fact}. `)));
    }
    if (next !== undefined) {
      this.readCount += 1;
      return [...parts, call('be-read', { file: next.file })];
    }
    return parts.length > 0 && this.updates
      ? parts
      : say(`Found: ${factsIn(request, parts).join(', ')}.`);
  }
}

function offload(id: string, fact: string): GivenPart {
  return call('context-update', {
    session: 'of-somebody-else',
    reason: `read ${id}`,
    operations: [
      {
        op: 'payload_offload',
        ids: [id],
        replace_with: {
          description: 'a document',
          summary: `its code: ${fact}`,
          retrieval_hint: '',
        },
      },
    ],
  });
}

/** Facts that stand in a request, or in what is being said. */
function factsIn(request: ReceivedRequest, parts: readonly GivenPart[]): readonly string[] {
  const text = JSON.stringify([request.messages, parts]);
  return [...new Set(text.match(/\w+-code-\d+/g) ?? [])];
}
