import type { InspectorEvents } from '../../src/protocol/inspector.ts';
import type { FoundSession, SearchEnd } from '../../src/protocol/sessions.ts';
import type { Client } from '../client.ts';
import { messageOf } from '../client.ts';
import { searchWords } from '../data/searchWords.ts';
import { sessionFields } from './data/sessionEntries.ts';

/** Shorter words are in almost every text. */
const shortest = 2;

/** The search for words in the texts of all sessions: one at a time, whose finds come one by one. */
export class AllTexts {
  /** `stopped`: by the person; what was found until then stays. */
  state: 'none' | 'busy' | 'done' | 'stopped' | 'failed' = 'none';
  /** What the person typed. */
  typed = '';
  /** In the order in which they were found: the newest sessions first. */
  found: readonly FoundSession[] = [];
  searched = 0;
  of = 0;
  /** With `done`. */
  end: SearchEnd | undefined;
  /** With `failed`: why. */
  problem = '';
  private readonly client: Client;
  private readonly changed: () => void;
  private number = 0;
  private running: AbortController | undefined;

  constructor(client: Client, changed: () => void) {
    this.client = client;
    this.changed = changed;
  }

  /** Whether there is enough to be searched for. */
  static canSearch(typed: string): boolean {
    return wordsOf(typed).join(' ').length >= shortest;
  }

  /** The words, as the search in the blocks of one session takes them. */
  get blockSearch(): string {
    // There, words with a colon could be taken for fields.
    return wordsOf(this.typed)
      .map((word) => (word.includes(':') ? `"${word}"` : word))
      .join(' ');
  }

  /** Searches; what went on before is stopped. */
  async search(typed: string, everywhere: boolean): Promise<void> {
    this.clear();
    const running = new AbortController();
    this.running = running;
    this.number += 1;
    Object.assign(this, { state: 'busy', typed });
    this.changed();
    const asked = { search: this.number, words: wordsOf(typed).join(' '), everywhere };
    try {
      const end = await this.client.ask('sessions/search', asked, running.signal);
      if (this.running === running) {
        Object.assign(this, { state: 'done', end, searched: end.searched, of: end.of });
      }
    } catch (cause) {
      if (this.running === running) {
        Object.assign(this, { state: 'failed', problem: messageOf(cause) });
      }
    }
    this.changed();
  }

  /** Takes how far the search is, and what was found; what comes of a former one is left alone. */
  take({ search, searched, of, found }: InspectorEvents['sessions/found']): void {
    if (search === this.number && this.state === 'busy') {
      Object.assign(this, { searched, of });
      this.found = found === undefined ? this.found : [...this.found, found];
      this.changed();
    }
  }

  /** Ends the search that goes on. */
  stop(): void {
    if (this.state === 'busy') {
      this.state = 'stopped';
      this.running?.abort();
      this.running = undefined;
      this.changed();
    }
  }

  /** As if nothing had been searched for. */
  clear(): void {
    this.running?.abort();
    this.running = undefined;
    Object.assign(this, { state: 'none', typed: '', found: [], searched: 0, of: 0 });
    Object.assign(this, { end: undefined, problem: '' });
    this.changed();
  }
}

function wordsOf(typed: string): readonly string[] {
  return searchWords(typed, sessionFields).words;
}
