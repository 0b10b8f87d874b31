import type { ArtifactKey, Block, BlockContent } from './block.ts';
import type { ContextState } from './contextState.ts';
import type { PatchRecord } from './journalEvent.ts';
import type { JournalStore, JournalWriter } from './journalWriter.ts';
import { textsOf, type TextReader } from './texts.ts';

/** Names asked for in one call to the store. */
const batch = 500;

function allOf(content: BlockContent): readonly ArtifactKey[] {
  return content.form === 'inline' ? [content.artifact] : [content.artifact, content.stub];
}

/** Names of the texts of a block that requests need: of an archived one, what the manifest says of it. */
function shownOf(block: Block): readonly ArtifactKey[] {
  switch (block.visibility) {
    case 'model':
    case 'api_required':
      return textsOf(block);
    case 'archived':
      return block.content.form === 'offloaded' ? [block.content.stub] : [];
    case 'hidden':
      return [];
  }
}

/** The texts of a session at hand: those that its requests need, and what was loaded for a patch. */
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

  /** Loads what the next request needs. Throws `StoreError`. */
  async loadShown(state: ContextState): Promise<void> {
    await this.load(state.entries.flatMap(({ block }) => shownOf(block)));
  }

  /** Forgets the texts that a patch made needless; they stay in the store. */
  dropAfter(patch: PatchRecord, state: ContextState): void {
    const former = patch.reverse.flatMap(({ content }) => (content ? allOf(content) : []));
    const present = patch.targets.flatMap((id) => {
      const block = state.get(id);
      return block === undefined
        ? []
        : [...allOf(block.content), block.calls?.artifact ?? []].flat();
    });
    this.dropUnneeded([...former, ...present, ...patch.erased], state);
  }

  /** Forgets those of some texts that no request needs; they stay in the store. */
  dropUnneeded(artifacts: readonly ArtifactKey[], state: ContextState): void {
    for (const artifact of artifacts) {
      const block = state.get(artifact.slice(0, artifact.indexOf('@')));
      if (block === undefined || !shownOf(block).includes(artifact)) {
        this.loaded.delete(artifact);
      }
    }
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
