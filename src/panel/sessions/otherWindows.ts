import type { Log } from '../../ports/log.ts';
import type { Store } from '../../ports/store.ts';
import type { Disposable, Timer } from '../../ports/system.ts';

/** Milliseconds between two looks at the store's version, which costs no reading. */
const looking = 250;

/** What other windows are watched with. */
export interface OtherWindowsParts {
  readonly store: Pick<Store, 'version'>;
  readonly timer: Timer;
  readonly log: Log;
  /** Something was written to the store; it may be nothing that matters here. May reject with `StoreError`. */
  readonly look: () => Promise<unknown>;
}

/** Looks, while somebody wants it, for what was written to the store: other windows tell nothing. */
export class OtherWindows implements Disposable {
  readonly #parts: OtherWindowsParts;
  #version: string | undefined;
  #due: Disposable | undefined;
  #watched = false;
  #complained = false;

  constructor(parts: OtherWindowsParts) {
    this.#parts = parts;
  }

  /** Whether it is looked for. What is written from now on is found by the next look. */
  watch(watched: boolean): void {
    if (watched === this.#watched) {
      return;
    }
    this.#watched = watched;
    this.#version = undefined;
    this.#due?.dispose();
    this.#due = undefined;
    if (watched) {
      this.#lookLater();
    }
  }

  dispose(): void {
    this.watch(false);
  }

  #lookLater(): void {
    const due = this.#parts.timer.after(looking, () => {
      void this.#look().then(() => {
        // Another one waits already if it was given up and wanted again meanwhile.
        if (this.#due === due) {
          this.#lookLater();
        }
      });
    });
    this.#due = due;
  }

  /** Never rejects: a store that can not be read now is looked at again, and logged once. */
  async #look(): Promise<void> {
    const { store, look, log } = this.#parts;
    try {
      const version = await store.version();
      if (version !== this.#version && this.#watched) {
        await look();
        this.#version = version;
      }
      this.#complained = false;
    } catch (cause) {
      if (!this.#complained) {
        this.#complained = true;
        log.error('It could not be seen whether another window went on with a session.', cause);
      }
    }
  }
}
