/**
 * Lets calls for one file run one after another, in the order they came, while calls for other files go on. Keys are
 * real paths, so every spelling of a path waits in the same queue.
 */
export class FileQueue {
  private readonly tails = new Map<string, Promise<void>>();

  /** Runs the task when it is its turn for all the files; its own result or error comes back. */
  async run<T>(files: readonly string[], task: () => Promise<T>): Promise<T> {
    const keys = [...new Set(files)];
    const turn = Promise.all(keys.map((key) => this.tails.get(key) ?? Promise.resolve()));
    // All places are taken at once, before anything is awaited, so two calls can never wait for each other.
    const run = turn.then(task);
    const done = run.then(
      () => undefined,
      () => undefined,
    );
    for (const key of keys) {
      this.tails.set(key, done);
    }
    try {
      return await run;
    } finally {
      for (const key of keys) {
        if (this.tails.get(key) === done) {
          this.tails.delete(key);
        }
      }
    }
  }
}
