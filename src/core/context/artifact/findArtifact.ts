import type { Result } from '../../../ports/result.ts';
import { fail, ok } from '../../../ports/result.ts';
import type { ArtifactKey, Block } from '../block.ts';
import { artifactOf, uriOf } from '../block.ts';
import type { ContextState } from '../contextState.ts';

/** Most addresses named where one is refused. */
const mostNamed = 10;

/** `tool_003`, `tool_003@v1`, `assistant_002@v1#calls`. */
const form = /^([a-z]+_\d{3,15})(?:@v(\d{1,9})(#calls)?)?$/;

/**
 * The text of a session that an address, a key or a block's id names; an id alone names the block's newest text. Nothing
 * else is honoured, wherever the address comes from. A text that the user has put another in place of is not given back
 * to an agent. Fails with what is wrong, in one sentence. Linear in the patches for a text that is not the newest.
 */
export function findArtifact(
  address: string,
  state: ContextState,
  reader: 'agent' | 'user' = 'agent',
): Result<ArtifactKey, string> {
  const key = artifactOf(address);
  const [, id = '', version] = form.exec(key) ?? [];
  const block = state.get(id);
  if (id === '') {
    return fail(`${shown(address)} is no address of a text of this conversation.`);
  }
  if (block === undefined) {
    return fail(`There is no block ${id} in this conversation.`);
  }
  const present = block.content.artifact;
  if (version === undefined || key === present) {
    return ok(present);
  }
  if (key === block.calls?.artifact) {
    return ok(key);
  }
  const replaced = replacedBy(key, block, state);
  if (replaced === 'user' && reader !== 'user') {
    return fail(
      `The user has put another text in place of ${key}; the newest is ${uriOf(present)}.`,
    );
  }
  return replaced === undefined
    ? fail(`${id} has no text ${shown(key)}; the newest is ${uriOf(present)}.`)
    : ok(key);
}

/** Addresses worth naming: texts that are out of the view, the newest block first. O(n). */
export function addressesIn(state: ContextState): readonly string[] {
  return state.entries
    .filter(({ block }) => block.content.form === 'offloaded' || block.visibility === 'archived')
    .slice(-mostNamed)
    .reverse()
    .map(({ block }) => uriOf(block.content.artifact));
}

/** Who put another text in a text's place; undefined if the block never had it. The user's word counts most. */
function replacedBy(
  key: ArtifactKey,
  block: Block,
  state: ContextState,
): 'user' | 'other' | undefined {
  let found: 'user' | 'other' | undefined;
  for (const { actor, changes, reverse } of state.patches) {
    const before = reverse.find(({ id }) => id === block.id)?.content?.artifact;
    const after = changes.find(({ id }) => id === block.id)?.content?.artifact;
    if (before === key && after !== key && actor === 'user') {
      return 'user';
    }
    if (before === key || after === key) {
      found = 'other';
    }
  }
  return found;
}

function shown(text: string): string {
  const short = text.length <= 80 ? text : `${text.slice(0, 80).toWellFormed()}…`;
  return JSON.stringify(short);
}
