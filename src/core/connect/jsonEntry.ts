import type { ScannedMember, ScannedValue } from './jsonScan.ts';
import { scanJson } from './jsonScan.ts';

/**
 * Sets a member of a JSON text and leaves every other character as it is. An absent or empty text becomes an object with
 * the member; objects on the way to it are made.
 * @param path Names from the outermost object to the member.
 * @returns Undefined when the text is no JSON, or something on the way is no object.
 */
export function setJsonEntry(
  text: string | undefined,
  path: readonly string[],
  value: unknown,
): string | undefined {
  if (text === undefined || text.trim() === '') {
    return `${JSON.stringify(nested(path, value), null, 2)}\n`;
  }
  let object = scanJson(text);
  for (const [depth, name] of path.entries()) {
    if (object?.members === undefined) {
      return undefined;
    }
    // Of several members of one name, parsers take the last.
    const member: ScannedMember | undefined = object.members.findLast((one) => one.name === name);
    if (member === undefined) {
      return inserted(text, object, name, nested(path.slice(depth + 1), value));
    }
    if (depth === path.length - 1) {
      const { start, end } = member.value;
      return text.slice(0, start) + indented(text, member.start, value) + text.slice(end);
    }
    object = member.value;
  }
  return undefined;
}

function nested(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
}

function inserted(text: string, object: ScannedValue, name: string, value: unknown): string {
  const last = object.members?.at(-1);
  const line = text.includes('\r\n') ? '\r\n' : '\n';
  if (last !== undefined) {
    const sameLine = !text.slice(object.start, last.start).includes('\n');
    const lead = sameLine ? ' ' : `${line}${indentAt(text, last.start)}`;
    const entry = `${JSON.stringify(name)}: ${indented(text, last.start, value)}`;
    const { end } = last.value;
    return `${text.slice(0, end)},${lead}${entry}${text.slice(end).replace(trailingComma, '$1')}`;
  }
  const outer = indentAt(text, object.start);
  const inner = outer + unitOf(text);
  const body = render(value, inner, unitOf(text), line);
  const entry = `${line}${inner}${JSON.stringify(name)}: ${body}`;
  // Comments of an empty object stay, before the entry.
  const inside = text.slice(object.start + 1, object.end - 1).trimEnd();
  const before = text.slice(0, object.start + 1) + inside;
  return `${before}${entry}${line}${outer}${text.slice(object.end - 1)}`;
}

// A comma that stood behind the last member has moved before the new one.
const trailingComma = /^((?:[ \t\r\n]|\/\/[^\n]*|\/\*[^]*?\*\/)*),/;

function indented(text: string, at: number, value: unknown): string {
  const line = text.includes('\r\n') ? '\r\n' : '\n';
  return render(value, indentAt(text, at), unitOf(text), line);
}

function render(value: unknown, indent: string, unit: string, line: string): string {
  return JSON.stringify(value, null, unit).split('\n').join(`${line}${indent}`);
}

/** The blanks at the beginning of the line. */
function indentAt(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, at))?.[0] ?? '';
}

/** One step of indentation, as the text has it. */
function unitOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
}
