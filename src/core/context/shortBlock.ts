import type { Block, BlockKind } from './block.ts';
import { firstArtifact, usualFields, type UsualFields } from './usualBlock.ts';

type Json = Readonly<Record<string, unknown>>;

const usualKeys = Object.keys(usualFields.user_message) as readonly (keyof UsualFields)[];

/**
 * A block without what is usual for its kind, to be written as JSON: half as long, which halves what it takes to write,
 * pack and read it.
 */
export function shortBlock(block: Block): Json {
  const { id, kind, content, description, tokens, turn, calls, result, reasoning } = block;
  const short: Record<string, unknown> = { id, kind, description, tokens, turn };
  if (content.form !== 'inline' || content.artifact !== firstArtifact(id)) {
    short.content = content;
  }
  const usual = usualFields[kind];
  for (const key of usualKeys) {
    const value = block[key];
    if (value !== usual[key] && !(Array.isArray(value) && value.length === 0)) {
      short[key] = value;
    }
  }
  // Left out of JSON where they are undefined.
  short.calls = calls;
  short.result = result;
  short.reasoning = reasoning;
  return short;
}

/** The block of which this is the short one, or that it is; what is no block at all stays what it is. */
export function wholeBlock(short: unknown): unknown {
  if (typeof short !== 'object' || short === null) {
    return short;
  }
  const { id, kind, ...rest } = short as Json;
  if (typeof id !== 'string' || !Object.hasOwn(usualFields, String(kind))) {
    return short;
  }
  const content = { form: 'inline', artifact: firstArtifact(id) };
  return { id, kind, content, ...usualFields[kind as BlockKind], ...rest };
}
