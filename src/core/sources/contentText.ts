import { estimateTokens } from '../context/estimateTokens.ts';
import { isObject, textAt, type JsonObject } from './json.ts';
import { pictureNote, pictureTokens } from './picture.ts';
import { editorPartText } from './promptTree.ts';

/*
 * Contents of messages in the shapes that model APIs share: a text; a list of parts with `type` and `text`; a picture;
 * a part of a tool result as VS Code writes it; anything else as JSON. What a text is made of here must stay the same as
 * long as sessions are read from files: its length is in the blocks.
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

/** Types of parts that are nothing but a text, by the field that has it. */
const textTypes: ReadonlyMap<string, string> = new Map([
  ['text', 'text'],
  ['input_text', 'text'],
  ['output_text', 'text'],
  ['summary_text', 'text'],
  ['reasoning_text', 'text'],
  ['reasoning', 'text'],
  ['thinking', 'thinking'],
]);

/** What may stand beside the text in a part without a type. */
const besideText = new Set(['text', 'thought', 'thoughtSignature', 'annotations', 'citations']);

/**
 * The field with the text of a part that is nothing but a text. Of any other object, such as the arguments of a call
 * that have a field `text`, everything is told.
 */
function textKey(part: JsonObject): string | undefined {
  const { type } = part;
  const key = type === undefined ? 'text' : textTypes.get(typeof type === 'string' ? type : '');
  const fits = type !== undefined || Object.keys(part).every((name) => besideText.has(name));
  return key !== undefined && fits && typeof part[key] === 'string' ? key : undefined;
}

function partText(part: unknown): string {
  if (typeof part === 'string') {
    return part;
  }
  if (!isObject(part)) {
    return part === null || part === undefined ? '' : asJson(part);
  }
  const key = textKey(part);
  if (key !== undefined) {
    return textAt(part, key);
  }
  return editorPartText(part) ?? pictureNote(part) ?? asJson(part);
}

/** What a person reads of a content. */
export function contentText(content: unknown): string {
  return Array.isArray(content) ? content.map(partText).join(gap) : partText(content);
}

/** Texts up to this length are estimated whole, in characters. */
const wholeLength = 384;

const samples = 6;
const sampleLength = wholeLength / samples;

/** Pieces that are spread over a text, from its beginning to its end, behind each other. */
function sampleOf(text: string): string {
  const step = (text.length - sampleLength) / (samples - 1);
  let sample = '';
  for (let index = 0; index < samples; index += 1) {
    const start = Math.floor(index * step);
    sample += text.slice(start, start + sampleLength);
  }
  return sample;
}

/**
 * Tokens of a text in bounded time: long texts by pieces spread over them. 0 for an empty text. Sizes of shares, not
 * counts: against `estimateTokens` the median of long texts is off by 3 %, one in twenty by more than 12 %, the sum of a
 * session's by 3 %.
 */
export function roughTokens(text: string): number {
  const { length } = text;
  if (length <= wholeLength) {
    return length === 0 ? 0 : estimateTokens(text);
  }
  return Math.max(1, Math.round((estimateTokens(sampleOf(text)) * length) / wholeLength));
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
