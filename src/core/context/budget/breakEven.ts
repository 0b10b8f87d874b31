/** What reading a token from the prompt cache costs, and writing it there, as shares of an input token. */
const [readShare, writeShare] = [0.1, 1.25];

/**
 * Requests after which what a patch frees outweighs what its change of the prompt's beginning costs. By the shares that
 * Anthropic publishes for its cache, which are the dearest: others pay less for writing. Tokens that follow the first
 * change and stay are written to the cache anew in place of being read from it; freed ones are not read any more.
 * Undefined if nothing is paid anew, or nothing is freed. `invalidated` counts what is freed too.
 */
export function breakEvenRequests(freed: number, invalidated: number): number | undefined {
  const anew = invalidated - Math.max(0, freed);
  return freed <= 0 || anew <= 0
    ? undefined
    : Math.ceil((anew * (writeShare - readShare)) / (freed * readShare));
}
