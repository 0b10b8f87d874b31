import type { TranscriptSample } from './transcriptFormat.ts';

/** Bytes of a file's beginning that a sample is made of, where its first line is not longer. */
export const sampleBytes = 256 * 1024;

const recordsKept = 20;
const textKept = 4000;

function parsed(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text) as unknown];
  } catch {
    return [];
  }
}

/** Records of lines begin so; a line of a document that is spread over many need not be one. */
const beginsRecord = /^\s*[[{]/;

function recordsOf(text: string, whole: boolean): unknown[] {
  if (whole) {
    const one = parsed(text);
    if (one.length > 0) {
      return [...one];
    }
  }
  const records: unknown[] = [];
  let from = 0;
  while (records.length < recordsKept && from < text.length) {
    const end = text.indexOf('\n', from);
    if (end === -1 && !whole) {
      break;
    }
    const line = text.slice(from, end === -1 ? text.length : end);
    if (beginsRecord.test(line)) {
      records.push(...parsed(line));
    }
    from = end === -1 ? text.length : end + 1;
  }
  return records;
}

/** What can be seen of a file from the bytes of its beginning; `whole` if they are all it has. */
export function transcriptSample(
  path: string,
  bytes: Uint8Array,
  whole: boolean,
): TranscriptSample {
  const text = new TextDecoder().decode(bytes);
  return {
    path: path.replaceAll('\\', '/'),
    records: recordsOf(text, whole),
    text: text.slice(0, textKept),
  };
}
