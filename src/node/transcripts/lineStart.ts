import { longestLine } from '../../core/sources/lineSplitter.ts';
import type { OpenFile } from './transcriptFiles.ts';

const newline = 10;

/**
 * Offset at which a line begins so that about the last `bytes` of a file follow: the first line that begins among them;
 * if none does, the line that reaches into them, however long, up to the longest that is read. 0 = the beginning.
 */
export async function lineStart(
  file: OpenFile,
  bytes: number,
  buffer: Uint8Array,
): Promise<number> {
  const { size } = file.facts;
  if (bytes >= size) {
    return 0;
  }
  for (let at = size - bytes - 1; at < size;) {
    const chunk = await file.fill(buffer.subarray(0, size - at), at);
    const found = chunk.indexOf(newline);
    // The newline at the very end begins no line.
    if (found !== -1 && at + found + 1 < size) {
      return at + found + 1;
    }
    if (chunk.length === 0 || found !== -1) {
      break;
    }
    at += chunk.length;
  }
  return lineBefore(file, size - bytes, buffer);
}

async function lineBefore(file: OpenFile, end: number, buffer: Uint8Array): Promise<number> {
  const first = Math.max(0, end - longestLine);
  for (let at = end; at > first;) {
    const length = Math.min(buffer.length, at - first);
    const chunk = await file.fill(buffer.subarray(0, length), at - length);
    const found = chunk.lastIndexOf(newline);
    if (found !== -1) {
      return at - length + found + 1;
    }
    at -= length;
  }
  return first;
}
