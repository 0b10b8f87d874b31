import { estimateTokens } from '../context/estimateTokens.ts';
import { isObject, textAt, type JsonObject } from './json.ts';
import { pictureNote, pictureTokens } from './picture.ts';

/*
 * Contents of messages in the shapes that model APIs share: a text; a list of parts with `type` and `text`; a picture;
 * anything else as JSON. What a text is made of here must stay the same as long as sessions are read from files: its
 * length is in the blocks.
 */

/** Between the texts of two parts. */
const gap = '\n';

/** JSON of a value; a note for one that is nested too deep to be written. */
function asJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '[nested too deep]';
  }
}

function partText(part: unknown): string {
  if (typeof part === 'string') {
    return part;
  }
  if (!isObject(part)) {
    return part === null || part === undefined ? '' : asJson(part);
  }
  for (const key of ['text', 'thinking', 'output_text', 'input_text']) {
    if (typeof part[key] === 'string') {
      return textAt(part, key);
    }
  }
  return pictureNote(part) ?? asJson(part);
}

/** What a person reads of a content. */
export function contentText(content: unknown): string {
  return Array.isArray(content) ? content.map(partText).join(gap) : partText(content);
}

/** Texts up to this length are estimated whole, in characters. */
const wholeLength = 4096;

const samples = 8;
const sampleLength = 512;

/**
 * Tokens of a text in bounded time: long texts by eight pieces spread over them. 0 for an empty text. Sizes of shares,
 * not counts: a text of uneven parts may be off by a tenth more than `estimateTokens`.
 */
export function roughTokens(text: string): number {
  const { length } = text;
  if (length === 0) {
    return 0;
  }
  if (length <= wholeLength) {
    return estimateTokens(text);
  }
  const step = (length - sampleLength) / (samples - 1);
  let tokens = 0;
  for (let index = 0; index < samples; index += 1) {
    const start = Math.floor(index * step);
    tokens += estimateTokens(text.slice(start, start + sampleLength));
  }
  return Math.max(1, Math.round((tokens * length) / (samples * sampleLength)));
}

/** Length and estimated tokens of a content. */
export interface ContentSize {
  readonly length: number;
  readonly tokens: number;
}

function pictureOf(content: unknown): JsonObject | undefined {
  return isObject(content) && pictureNote(content) !== undefined ? content : undefined;
}

/** Measures a content whose text is known; pictures count as models charge them, not as the note that stands for them. */
export function contentSize(content: unknown, text: string): ContentSize {
  const parts = Array.isArray(content) ? (content as readonly unknown[]) : [content];
  const pictures = parts.map(pictureOf).filter((part) => part !== undefined);
  if (pictures.length === 0) {
    return { length: text.length, tokens: roughTokens(text) };
  }
  const rest = parts.filter((part) => pictureOf(part) === undefined);
  const tokens = pictures.reduce((sum, part) => sum + pictureTokens(part), 0);
  return { length: text.length, tokens: tokens + roughTokens(contentText(rest)) };
}
