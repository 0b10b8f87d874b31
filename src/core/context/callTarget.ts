import { redactSecrets } from '../redact.ts';
import { describe, type Block, type BlockCall } from './block.ts';
import type { BlockReader } from './blockList.ts';

/** Names under which tools take what a call is about, the most telling first; of these, paths end in what matters. */
const paths = ['file', 'path', 'filePath', 'file_path', 'filename', 'folder', 'directory'];
const others = ['uri', 'url', 'query', 'pattern', 'search', 'command', 'name', 'id'];

/** Longer arguments are not read, in characters. */
const longestRead = 1_000_000;

/** Longest target, in characters, beside its ellipsis. */
const targetLength = 60;

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = text.length > longestRead ? undefined : JSON.parse(text);
    return typeof value === 'object' && value !== null
      ? (value as Readonly<Record<string, unknown>>)
      : {};
  } catch {
    return {};
  }
}

/** One line without secrets; short, at its beginning for paths. */
function shortened(text: string, isPath: boolean): string {
  // No more is looked at than may be shown: arguments are as long as a model likes.
  const near = isPath ? text.slice(-1000) : text.slice(0, 1000);
  const line = redactSecrets(near.toWellFormed()).replace(/\s+/g, ' ').trim();
  const characters = [...line];
  if (characters.length <= targetLength) {
    return line;
  }
  return isPath
    ? `…${characters.slice(-targetLength).join('')}`
    : `${characters.slice(0, targetLength).join('')}…`;
}

/**
 * What a tool call is about, for a description: the path, address or search among its arguments, on one line, short and
 * without secrets. Undefined if there is none that is known by its name.
 */
export function callTarget(argumentsText: string): string | undefined {
  const fields = fieldsOf(argumentsText);
  for (const name of [...paths, ...others]) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const target = typeof value === 'string' ? shortened(value, paths.includes(name)) : '';
    if (target !== '') {
      return target;
    }
  }
  return undefined;
}

function describeCall({ name, target }: BlockCall): string {
  return target === undefined ? name : `${name} ${target}`;
}

/** One line about a message that is nothing but calls. */
export function describeCalls(calls: readonly BlockCall[]): string {
  return describe('', calls.map(describeCall).join(', '));
}

/** The tool that a result is of and what it was asked for, as far as its call is known; undefined if it is no result. */
export function describeAsked(
  result: Block['result'],
  calls: readonly BlockCall[] = [],
): string | undefined {
  const call = calls.find(({ id }) => id === result?.call);
  return result === undefined ? undefined : describeCall({ ...call, id: '', name: result.name });
}

/** The same for a block of a session. */
export function askedFor({ result }: Block, blocks: BlockReader): string | undefined {
  return describeAsked(result, blocks.get(result?.head ?? '')?.calls?.list);
}
