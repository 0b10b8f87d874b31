/*
 * The least a server in JavaScript can do for an edit: it finds the line with `Buffer.indexOf`, writes what is before
 * it, the new text and what is after it, syncs and renames. No safety, no history, no dependency: a lower bound to
 * measure against, not a tool to use.
 */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writevSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** @param {Buffer} bytes @param {number} line */
function offsetOf(bytes, line) {
  let at = 0;
  for (let n = 1; n < line; n++) {
    at = bytes.indexOf(10, at) + 1;
    if (at === 0) {
      return bytes.length;
    }
  }
  return at;
}

/** @param {{ path: string, line: number, content: string }} args */
function replaceLine({ path, line, content }) {
  const bytes = readFileSync(path);
  const start = offsetOf(bytes, line);
  const end = bytes.indexOf(10, start) + 1 || bytes.length;
  const temp = `${path}.floor`;
  const file = openSync(temp, 'w');
  writevSync(file, [bytes.subarray(0, start), Buffer.from(`${content}\n`), bytes.subarray(end)]);
  fsyncSync(file);
  closeSync(file);
  renameSync(temp, path);
  return 'ok';
}

/** @param {{ path: string, first: number, last: number }} args */
function readSlice({ path, first, last }) {
  const bytes = readFileSync(path);
  const start = offsetOf(bytes, first);
  let end = start;
  for (let n = first; n <= last; n++) {
    end = bytes.indexOf(10, end) + 1 || bytes.length;
  }
  return bytes.toString('utf8', start, end);
}

/** @type {Record<string, (args: any) => string>} */
const tools = { replace_line: replaceLine, read_slice: readSlice };

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) {
    return;
  }
  const result =
    method === 'initialize'
      ? {
          protocolVersion: params.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: 'floor', version: '1' },
        }
      : method === 'tools/list'
        ? { tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: 'object' } })) }
        : { content: [{ type: 'text', text: tools[params.name]?.(params.arguments) ?? '' }] };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
});
