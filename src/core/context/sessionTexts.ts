import type { ArtifactKey } from './block.ts';
import type { JournalStore, JournalWriter } from './journalWriter.ts';
import type { TextReader } from './texts.ts';

/** Names asked for in one call to the store. */
const batch = 500;

/** The texts of a session at hand: those of its view, and what was loaded for a patch. */
export class SessionTexts implements TextReader {
  private readonly session: string;
  private readonly store: JournalStore;
  private readonly writer: JournalWriter;
  private readonly loaded = new Map<ArtifactKey, string>();

  constructor(session: string, store: JournalStore, writer: JournalWriter) {
    this.session = session;
    this.store = store;
    this.writer = writer;
  }

  get(artifact: ArtifactKey): string | undefined {
    return this.loaded.get(artifact);
  }

  set(artifact: ArtifactKey, text: string): void {
    this.loaded.set(artifact, text);
  }

  /** Forgets a text; it stays in the store. */
  drop(artifact: ArtifactKey): void {
    this.loaded.delete(artifact);
  }

  /** Loads what is not at hand, and gives its names. Texts that the store has not are left out. Throws `StoreError`. */
  async load(names: readonly ArtifactKey[]): Promise<readonly ArtifactKey[]> {
    const missing = names.filter((name) => !this.loaded.has(name));
    for (const [name, text] of await this.peek(missing)) {
      this.loaded.set(name, text);
    }
    return missing;
  }

  /** Reads texts without keeping them. Throws `StoreError`. */
  async peek(names: readonly ArtifactKey[]): Promise<ReadonlyMap<ArtifactKey, string>> {
    const texts = new Map<ArtifactKey, string>();
    const stored: ArtifactKey[] = [];
    for (const name of names) {
      const waiting = this.writer.waitingText(name);
      if (waiting === undefined) {
        stored.push(name);
      } else {
        texts.set(name, waiting);
      }
    }
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    for (let from = 0; from < stored.length; from += batch) {
      const found = await this.store.artifacts(this.session, stored.slice(from, from + batch));
      for (const [name, content] of found) {
        texts.set(name, decoder.decode(content));
      }
    }
    return texts;
  }
}
