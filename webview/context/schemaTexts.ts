import { isIn } from '../../src/ports/runs.ts';
import { mostCharacters } from '../../src/ports/transcripts.ts';
import type { Client } from '../client.ts';
import type { OfferedTools, SchemaBlock } from './data/offeredTools.ts';
import { offeredTools } from './data/offeredTools.ts';
import type { OpenedSession, SessionLists } from './openedSession.ts';

/** Most parts of one text that are read: more is no list of tools. */
const mostParts = 8;

/** Texts of blocks that were asked for, by session and block; undefined where one could not be read. */
const texts = new WeakMap<SessionLists, Map<number, Promise<string | undefined>>>();

/**
 * The tools that stand in a window (runs of blocks): told from the blocks of schemas in it, whose texts are read where
 * they are not one tool's. Undefined if there are none, so that the tools are not known.
 */
export async function toolsInWindow(
  session: OpenedSession,
  window: readonly number[],
  client: Client,
): Promise<OfferedTools | undefined> {
  const { blocks } = session.lists;
  const asked: Promise<SchemaBlock>[] = [];
  for (const [block, { kind, tool, tokens }] of blocks.entries()) {
    if (kind === 'tool_schemas' && isIn(window, block)) {
      asked.push(
        tool === undefined
          ? textOf(session, block, client).then((text) => ({
              ...{ block, tokens },
              ...(text !== undefined && { text }),
            }))
          : Promise.resolve({ block, tokens, tool }),
      );
    }
  }
  return asked.length === 0 ? undefined : offeredTools(await Promise.all(asked));
}

function textOf(
  session: OpenedSession,
  block: number,
  client: Client,
): Promise<string | undefined> {
  const known = texts.get(session.lists) ?? new Map<number, Promise<string | undefined>>();
  texts.set(session.lists, known);
  const text = known.get(block) ?? readText(session, block, client);
  known.set(block, text);
  return text;
}

async function readText(
  { at }: OpenedSession,
  block: number,
  client: Client,
): Promise<string | undefined> {
  let text = '';
  try {
    for (let part = 0; part < mostParts; part++) {
      const query = { block, from: text.length, limit: mostCharacters };
      const answer = await client.ask('session/text', { at, query });
      text += answer.text;
      if (text.length >= answer.length || answer.text === '') {
        return text;
      }
    }
  } catch {
    // Without the text the tools are not told apart; the block's tokens still count.
  }
  return undefined;
}
