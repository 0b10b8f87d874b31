import { parseFileArgument } from '../core/edit/fileArgument.ts';
import { argumentsObject } from './arguments.ts';

/** The lines that the arguments of a call name, such as `12`, `12-40` or `12-ALL`; undefined where they name none. */
export function callLines(args: unknown): string | undefined {
  const { file, lines } = argumentsObject(args) ?? {};
  if (typeof file !== 'string') {
    return undefined;
  }
  const parsed = parseFileArgument(file, typeof lines === 'string' ? lines : undefined);
  const range = parsed.ok ? parsed.value.range : undefined;
  if (range?.kind !== 'lines') {
    return undefined;
  }
  const { first, last } = range;
  const end = last === Number.MAX_SAFE_INTEGER ? 'ALL' : String(last);
  return first === last ? end : `${first}-${end}`;
}
