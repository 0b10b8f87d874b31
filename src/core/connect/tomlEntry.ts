import type { TomlLine } from './tomlLines.ts';
import { tomlLines } from './tomlLines.ts';

/** A value of a table. */
export type TomlValue = string | readonly string[];

/**
 * Sets a table of a TOML text and leaves every other character as it is: a table of that name is replaced with its
 * sub-tables, else it comes at the end.
 * @returns Undefined when the text is no TOML, or says the same thing in another way than by a table.
 */
export function setTomlTable(
  text: string | undefined,
  name: readonly [string, string],
  values: Readonly<Record<string, TomlValue>>,
): string | undefined {
  const present = text ?? '';
  const lines = tomlLines(present);
  if (lines === undefined || lines.some((line, at) => isOtherWay(lines, line, at, name))) {
    return undefined;
  }
  const end = present.includes('\r\n') ? '\r\n' : '\n';
  const table = [`[${name.join('.')}]`, ...Object.entries(values).map(assignment), ''].join(end);
  const ours = spans(lines, name, present.length);
  const [first] = ours;
  if (first === undefined) {
    const gap = present === '' ? '' : present.endsWith('\n') ? end : end + end;
    return present + gap + table;
  }
  let rest = present;
  for (const span of ours.toReversed()) {
    rest = rest.slice(0, span.start) + rest.slice(span.end);
  }
  return rest.slice(0, first.start) + table + rest.slice(first.start);
}

/** `mcp_servers.chipboard = …`, or the same under `[mcp_servers]`: nothing that could be replaced as a table. */
function isOtherWay(
  lines: readonly TomlLine[],
  line: TomlLine,
  at: number,
  [outer, inner]: readonly [string, string],
): boolean {
  if (line.kind !== 'key') {
    return false;
  }
  const table = lines.slice(0, at).findLast((one) => one.kind === 'table')?.name ?? [];
  const [first, second] = [...table, ...line.name];
  if (table.length > 1 && table[0] === outer) {
    return false;
  }
  // `mcp_servers = { … }` is closed: no table can be added to it.
  return first === outer && (second === undefined || second === inner);
}

/** Where the tables of that name stand, each with its lines, but without the comments before the next table. */
function spans(
  lines: readonly TomlLine[],
  name: readonly string[],
  length: number,
): { start: number; end: number }[] {
  const heads = lines.filter((line) => line.kind === 'table');
  const isOurs = (head: TomlLine | undefined): boolean =>
    head !== undefined && name.every((part, depth) => head.name[depth] === part);
  return heads.flatMap((head, at) => {
    if (!isOurs(head)) {
      return [];
    }
    const next = heads[at + 1];
    const stop = next?.start ?? length;
    if (isOurs(next)) {
      return [{ start: head.start, end: stop }];
    }
    const last = lines.findLast((line) => line.kind !== 'blank' && line.start < stop) ?? head;
    return [{ start: head.start, end: last.end }];
  });
}

function assignment([key, value]: [string, TomlValue]): string {
  const rendered = typeof value === 'string' ? quoted(value) : `[${value.map(quoted).join(', ')}]`;
  return `${key} = ${rendered}`;
}

/** A basic string; what JSON escapes, TOML reads the same way. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f');
}
