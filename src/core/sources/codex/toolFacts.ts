import { isObject } from '../json.ts';

/** How far into a text is looked: what is looked for stands at its beginning or its end. */
const reach = 2000;

const patchedFile = /^\*\*\* (?:Add|Update|Delete) File: (.{1,500})$/m;

/** The file that a call is about, as far as its arguments say so at their beginning; empty if not. */
export function calledFile(tool: string, content: unknown): string {
  if (tool !== 'apply_patch' || typeof content !== 'string') {
    return '';
  }
  return patchedFile.exec(content.slice(0, reach))?.[1]?.trim() ?? '';
}

/** Exit codes as the shell tools of Codex write them: in a note before the output, or in JSON behind it. */
const noted = /^(?:Exit code:|Process exited with code) (-?\d{1,10})$/m;
const metadata = /"exit_code":\s{0,5}(-?\d{1,10})/;

/** Whether a result says that its call failed. `content` is the text in `output`. */
export function resultFailed(output: unknown, content: unknown): boolean {
  if (isObject(output) && output['success'] === false) {
    return true;
  }
  if (typeof content !== 'string') {
    return false;
  }
  const code = content.startsWith('{')
    ? metadata.exec(content.slice(-reach))
    : noted.exec(content.slice(0, reach));
  return code !== null && Number(code[1]) !== 0;
}
