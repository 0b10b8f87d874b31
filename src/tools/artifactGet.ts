import { z } from 'zod';
import type { Failure, Result } from '../ports/result.ts';
import { fail, ok } from '../ports/result.ts';
import { StoreError } from '../ports/store.ts';
import { addressesIn, findArtifact } from '../core/context/artifact/findArtifact.ts';
import { TextLines } from '../core/context/artifact/textLines.ts';
import type { TextPlace } from '../core/context/artifact/textPage.ts';
import { textPage } from '../core/context/artifact/textPage.ts';
import { longestSearch, searchText } from '../core/context/artifact/textSearch.ts';
import { uriOf } from '../core/context/block.ts';
import type { ContextSession } from '../core/context/contextSession.ts';
import { badArguments, failure } from '../core/failures.ts';
import { plainRoom } from './clientLimits.ts';
import type { AnswerFields, Proposal } from './defineTool.ts';
import { defineTool } from './defineTool.ts';
import { storeFailure } from './keeping.ts';
import { chooseSession, sessionField } from './liveSession.ts';

/** Characters of a page where the call says nothing. */
const usualChars = 6000;

/** Most characters of a page. */
const mostChars = 20_000;

const count = z.number().int().min(1).optional();

const schema = z.strictObject({
  session: sessionField,
  uri: z
    .string()
    .describe(
      '"artifact://tool_003@v1" as it stands in your context, or a block id: its newest text.',
    ),
  from_line: count.describe('First line, from 1.'),
  max_lines: count.describe('Most lines.'),
  from_char: count.describe('First character, from 1, counted from the beginning of from_line.'),
  max_chars: count.describe(`Most characters; default ${usualChars}, at most ${mostChars}.`),
  search: z
    .string()
    .max(longestSearch)
    .optional()
    .describe('Instead of a page: the lines from from_line on with this text, in any case.'),
});

type Arguments = z.infer<typeof schema>;

const example = { uri: 'artifact://tool_003@v1' };

/** A text of a conversation, and how the call named it. */
interface Asked {
  readonly args: Arguments;
  readonly uri: string;
  readonly lines: TextLines;
  readonly from: TextPlace;
  readonly maxChars: number;
  readonly maxBytes: number;
}

/** artifact-get: reads a text of a conversation that Chipboard manages. */
export const artifactGetTool = defineTool<Arguments>({
  name: 'artifact-get',
  title: 'Read a text of the context',
  description: {
    en: `Read the whole text of a block of your own context, such as one that was offloaded, where you have a context manifest: ${JSON.stringify(example)}. A long text comes in pages, each with the call for the next. search gives the lines that have a text instead.`,
    zh: `读取你自己的上下文中某个块的全文，例如已卸载的块（仅当你有 context manifest 时）：${JSON.stringify(example)}。长文本分页返回，每页给出读取下一页的调用。search 则只给出含有某段文字的行。`,
  },
  schema,
  aliases: { session_id: 'session', artifact: 'uri', id: 'uri' },
  example,
  annotations: { readOnly: true, destructive: false, idempotent: true },
  files: () => Promise.resolve(ok([])),
  async propose(args, _files, context): Promise<Result<Proposal>> {
    const chosen = chooseSession(args.session, context.live);
    if (!chosen.ok) {
      return chosen;
    }
    if (args.search === '') {
      return fail(badArguments('Field "search" is empty.', { ...example, search: 'error' }));
    }
    const { session } = chosen.value;
    const { person, client } = context.caller;
    const found = findArtifact(args.uri, session.state, person === true ? 'user' : 'agent');
    const text = found.ok
      ? await readText(session, found.value)
      : fail(unknown(found.failure, session));
    if (!text.ok) {
      return text;
    }
    const maxChars = Math.min(args.max_chars ?? usualChars, mostChars);
    const asked = {
      args,
      uri: found.ok ? uriOf(found.value) : '',
      lines: new TextLines(text.value),
      from: { line: args.from_line ?? 1, char: args.from_char ?? 1 },
      maxChars,
      maxBytes: plainRoom(client),
    };
    return args.search === undefined ? readPage(asked) : ok(search(asked, args.search));
  },
});

async function readText(session: ContextSession, key: string): Promise<Result<string>> {
  try {
    const text = await session.text(key);
    const gone = `The text ${uriOf(key)} is gone from the store.`;
    return text === undefined ? fail(unknown(gone, session)) : ok(text);
  } catch (cause) {
    if (cause instanceof StoreError) {
      return fail(storeFailure(cause.code, 'The texts of the conversation'));
    }
    throw cause;
  }
}

function unknown(message: string, session: ContextSession): Failure {
  const addresses = addressesIn(session.state);
  return failure(
    'artifact-not-found',
    message,
    `Give an address from your context such as ${JSON.stringify(example)}, or a block id of its manifest; nothing else is read here.`,
    { session: session.id, ...(addresses.length > 0 && { addresses }) },
  );
}

function readPage(asked: Asked): Result<Proposal> {
  const { args, from, lines, maxBytes, maxChars } = asked;
  const page = textPage(lines, { from, maxLines: args.max_lines, maxChars, maxBytes });
  const facts = factsOf(asked);
  if (page === undefined && lines.text !== '') {
    const message = `The text has ${sizeOf(lines)}; there is nothing at line ${from.line}, character ${from.char}.`;
    return fail(
      failure(
        'range-out-of-bounds',
        message,
        `Call again like this: ${callOf(asked, { line: 1, char: 1 })}`,
      ),
    );
  }
  if (page === undefined) {
    return ok(plain(asked, ['Here: all of it, which is nothing.'], '', facts));
  }
  const { first, last, next } = page;
  const isWhole = next === undefined && first.line === 1 && first.char === 1;
  const here = isWhole ? 'all of it' : `${placeText(first)} to ${placeText(last)}`;
  const fields = {
    ...facts,
    first,
    last,
    ...(next !== undefined && { next: nextArguments(asked, next) }),
  };
  const end = next === undefined && !isWhole ? ', which is the end' : '';
  return ok(plain(asked, [`Here: ${here}${end}.`, ...nextLines(asked, next)], page.text, fields));
}

function search(asked: Asked, words: string): Proposal {
  const { from, lines, maxBytes, maxChars } = asked;
  const result = searchText(lines, { words, from, maxBytes: Math.min(maxBytes, maxChars) });
  const { matches, next, rows, shown } = result;
  const places = matches === 1 ? '1 match' : `${matches} matches`;
  const some = shown === matches ? '' : ` Here: ${shown} of them, from ${placeText(from)} on.`;
  const head = [`${places} of ${JSON.stringify(words)}.${some}`, ...nextLines(asked, next)];
  const fields = { ...factsOf(asked), matches, shown };
  return plain(asked, head, rows.join('\n'), fields);
}

/** First what a client that cuts the end is to show, then a blank line, then the text as it is. */
function plain(
  { uri, lines }: Asked,
  head: readonly string[],
  text: string,
  fields: AnswerFields,
): Proposal {
  const about = [`${uri} has ${sizeOf(lines)}. ${head[0] ?? ''}`, ...head.slice(1)].join('\n');
  return { kind: 'answer', fields, plain: text === '' ? about : `${about}\n\n${text}` };
}

function factsOf({ uri, lines }: Asked): AnswerFields {
  return { uri, total_lines: lines.count, total_chars: lines.text.length };
}

function sizeOf({ count: all, text }: TextLines): string {
  return `${all} ${all === 1 ? 'line' : 'lines'}, ${text.length} ${text.length === 1 ? 'character' : 'characters'}`;
}

function placeText({ line, char }: TextPlace): string {
  return `line ${line}, character ${char}`;
}

function nextLines(asked: Asked, next: TextPlace | undefined): readonly string[] {
  return next === undefined ? [] : [`Next: artifact-get ${callOf(asked, next)}`];
}

function callOf(asked: Asked, place: TextPlace): string {
  return JSON.stringify(nextArguments(asked, place));
}

/** The call that goes on at a place; what the caller chose stays. */
function nextArguments({ args, uri }: Asked, { line, char }: TextPlace): AnswerFields {
  const { session, max_lines, max_chars, search: words } = args;
  return {
    ...(session !== undefined && { session }),
    uri,
    from_line: line,
    ...(char > 1 && { from_char: char }),
    ...(max_lines !== undefined && { max_lines }),
    ...(max_chars !== undefined && { max_chars }),
    ...(words !== undefined && { search: words }),
  };
}
