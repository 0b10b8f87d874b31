import type { Client } from '../client.ts';
import { messageOf } from '../client.ts';
import { searchWords } from '../data/searchWords.ts';
import { blockRules } from './data/blockRules.ts';
import type { OpenedSession } from './openedSession.ts';

/** Milliseconds after the last key until contents are searched: all texts are read for it. */
const pause = 350;

/** Shorter words are in almost every text. */
const shortest = 2;

const fieldNames: ReadonlySet<string> = new Set(Object.keys(blockRules.fields));

/** Looks for the words of the search in the contents of the blocks, which the page does not have. */
export class ContentSearch {
  /** Ids of the blocks that have them; undefined while that is not known. */
  hits: ReadonlySet<string> | undefined;
  state: 'none' | 'busy' | 'done' | 'partial' | 'failed' = 'none';
  /** With `failed`: why. */
  problem = '';
  private readonly changed: () => void;
  private wanted: string | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stop: AbortController | undefined;

  /** `changed` is called when the state is another one. */
  constructor(changed: () => void) {
    this.changed = changed;
  }

  /** Searches if the words or the session are others than before. */
  update(client: Client, session: OpenedSession, search: string): void {
    const words = searchWords(search, fieldNames).words.join(' ');
    const { transcript, revision } = session.state;
    const wanted = `${transcript} ${session.path.join('.')} ${revision} ${words}`;
    if (wanted === this.wanted) {
      return;
    }
    this.wanted = wanted;
    this.dispose();
    if (words.length < shortest) {
      this.hits = undefined;
      this.state = 'none';
      return;
    }
    this.state = 'busy';
    this.timer = setTimeout(() => void this.ask(client, session, words), pause);
  }

  /** Stops what is going on. */
  dispose(): void {
    clearTimeout(this.timer);
    this.stop?.abort();
    this.stop = undefined;
  }

  private async ask(client: Client, session: OpenedSession, words: string): Promise<void> {
    const stop = new AbortController();
    this.stop = stop;
    try {
      const found = await client.ask('session/search', { at: session.at, words }, stop.signal);
      if (stop.signal.aborted) {
        return;
      }
      const { blocks } = session.lists;
      this.hits = new Set(found.blocks.map((index) => blocks[index]?.id ?? ''));
      this.state = found.partial ? 'partial' : 'done';
    } catch (cause) {
      if (stop.signal.aborted) {
        return;
      }
      this.problem = messageOf(cause);
      this.state = 'failed';
    }
    this.changed();
  }
}
