import { isObject, objectAt, textAt, type JsonObject } from './json.ts';

/** Tokens of a picture whose size is not known, and the most that any is charged with. */
const mostTokens = 1600;

/** Pixels that cost one token, by Anthropic's rule: width × height / 750. */
const pixelsPerToken = 750;

interface PictureData {
  readonly type: string;
  /** Base64; empty if it is not in the transcript. */
  readonly data: string;
}

const dataUrl = /^data:(image\/[\w.+-]{1,40});base64,/;

/** A picture in the shapes of Anthropic, MCP and OpenAI; undefined for anything else. */
function pictureData(part: JsonObject): PictureData | undefined {
  const type = textAt(part, 'type');
  if (type !== 'image' && type !== 'input_image' && type !== 'image_url') {
    return undefined;
  }
  const link = isObject(part['image_url'])
    ? textAt(part['image_url'], 'url')
    : textAt(part, 'image_url');
  const inUrl = dataUrl.exec(link.slice(0, 80));
  if (inUrl !== null) {
    return { type: inUrl[1] ?? '', data: link.slice(inUrl[0].length) };
  }
  const source = objectAt(part, 'source');
  return {
    type: textAt(source, 'media_type') || textAt(part, 'mimeType') || 'image',
    data: textAt(source, 'data') || textAt(part, 'data'),
  };
}

/** A line that stands for a picture; undefined if the part is none. */
export function pictureNote(part: JsonObject): string | undefined {
  const picture = pictureData(part);
  if (picture === undefined) {
    return undefined;
  }
  const kib = Math.ceil((picture.data.length * 3) / 4 / 1024);
  return picture.data === '' ? `[${picture.type}]` : `[${picture.type}, ${String(kib)} KiB]`;
}

/** What a picture costs, estimated: by the size in its header if it is a PNG, else the most. */
export function pictureTokens(part: JsonObject): number {
  const data = pictureData(part)?.data ?? '';
  const header = pngHeader(data);
  return header === undefined
    ? mostTokens
    : Math.min(mostTokens, Math.max(1, Math.ceil((header.width * header.height) / pixelsPerToken)));
}

/** Width and height of a PNG, from its first 24 bytes. */
function pngHeader(base64: string): { width: number; height: number } | undefined {
  if (!base64.startsWith('iVBORw0KGgo')) {
    return undefined;
  }
  let bytes: string;
  try {
    bytes = atob(base64.slice(0, 32));
  } catch {
    return undefined;
  }
  const number = (at: number): number =>
    [0, 1, 2, 3].reduce((sum, step) => sum * 256 + bytes.charCodeAt(at + step), 0);
  const [width, height] = [number(16), number(20)];
  return width > 0 && height > 0 ? { width, height } : undefined;
}
