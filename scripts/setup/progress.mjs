/**
 * Runs one named step and prints one line when it ends, with the seconds it took.
 * @template T
 * @param {string} name What is done, as a reader of the terminal should see it.
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>} What `work` gave.
 * @throws What `work` threw, after the line that says so.
 */
export async function step(name, work) {
  const started = performance.now();
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1);
  try {
    const result = await work();
    note(`${name} (${seconds()} s)`);
    return result;
  } catch (error) {
    note(`${name}: failed after ${seconds()} s`);
    throw error;
  }
}

/**
 * Prints one line of set-up news to standard error, so that standard output stays with the caller's own result.
 * @param {string} text
 */
export function note(text) {
  process.stderr.write(`set-up: ${text}\n`);
}
