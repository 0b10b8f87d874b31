import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import { findJsonProblem } from './jsonProblem.ts';

const windowUnits = 400;

/** A body's value, or why there is none. */
export type ParsedBody =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: string };

/**
 * Parses a body. Bytes that are no UTF-8 are a problem and not replaced: replaced ones would be written into files.
 * The problem is told with its place: byte for the encoding; character, line and column for JSON.
 */
export function parseBody(bytes: Uint8Array): ParsedBody {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const problem = `The request body is not UTF-8: bad byte at or just before ${badByte(bytes)}.`;
    return { ok: false, problem };
  }
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    return { ok: false, problem: describe(text) };
  }
}

function describe(text: string): string {
  const found = findJsonProblem(text);
  if (!found) {
    return 'The request body is not JSON.';
  }
  const { message, offset, line, column } = found;
  const place = `at character ${offset} (line ${line}, column ${column})`;
  return `The request body is not JSON: ${message}, ${place}.${pathHint(text, offset)}`;
}

const pathMember = /"(file|path|to|from)"\s*:\s*"((?:[^"\\]|\\.)*)$/s;

/**
 * What to say where the fault is in a path. The path is shown as it came: decoding `\u0041` in it would name another
 * file.
 */
function pathHint(text: string, offset: number): string {
  const [, name, start] =
    pathMember.exec(text.slice(Math.max(0, offset - windowUnits), offset)) ?? [];
  if (name === undefined || start === undefined || text[offset] !== '\\') {
    return '';
  }
  const rest = /^[^"\n]*/.exec(text.slice(offset, offset + windowUnits))?.[0] ?? '';
  return ` The backslashes in "${name}" are not escaped: ${start}${rest}. Write each of them twice, or write the path with "/".`;
}

function badByte(bytes: Uint8Array): number {
  const repaired = Buffer.from(Buffer.from(bytes).toString('utf8'));
  const at = bytes.findIndex((byte, index) => byte !== repaired[index]);
  return at < 0 ? bytes.byteLength : at;
}

// Members other than `params`, which clients put before or after it; escaped text inside `params` does not match.
const member =
  '"(?:jsonrpc"\\s*:\\s*"2\\.0"|id"\\s*:\\s*(?:-?\\d{1,15}|"[^"\\\\]{1,100}")|method"\\s*:\\s*"[\\w/]{1,60}")';
const headMembers = new RegExp(`^\\s*\\{\\s*((?:${member}\\s*,\\s*){1,3})`);
const tailMembers = new RegExp(`((?:,\\s*${member}\\s*){1,3})\\}\\s*$`);

/**
 * The id of a damaged body, if it was a `tools/call`: looked for only in the members that stand before or after
 * everything else at the top, so that text in the arguments cannot pass for one. Undefined when in doubt.
 *
 * With the id the call can be answered by a result, which clients show to the model; an HTTP error is shown to it by
 * few, and the model would not learn that its text was kept.
 */
export function damagedCallId(bytes: Uint8Array): RequestId | undefined {
  const head = Buffer.from(bytes.subarray(0, windowUnits))
    .toString('utf8')
    .replace(/^\ufeff/, '');
  const tail = Buffer.from(bytes.subarray(-windowUnits)).toString('utf8');
  const members = `${headMembers.exec(head)?.[1] ?? ''}${tailMembers.exec(tail)?.[1] ?? ''}`;
  const methods = new Set([...members.matchAll(/"method"\s*:\s*"([^"]*)"/g)].map((m) => m[1]));
  const ids = new Set([...members.matchAll(/"id"\s*:\s*(-?\d+|"[^"]*")/g)].map((m) => m[1]));
  const [id] = ids;
  if (methods.size !== 1 || !methods.has('tools/call') || ids.size !== 1) {
    return undefined;
  }
  return id === undefined ? undefined : (JSON.parse(id) as RequestId);
}
