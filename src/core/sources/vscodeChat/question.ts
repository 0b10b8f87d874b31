import { isObject, listAt, objectAt, textAt, type JsonObject } from '../json.ts';
import { pictureTokens } from '../picture.ts';
import type { PathStep } from '../recordedBlock.ts';
import type { ChatItems } from './chatItems.ts';

/** Kinds of content parts in rendered messages (@vscode/prompt-tsx): a picture, a text; others carry none. */
const picturePart = 0;

/** What the user wrote; older sessions have it as a plain text. */
export function questionText(request: JsonObject): string {
  return textAt(request, 'message') || textAt(objectAt(request, 'message'), 'text');
}

/** The path of a file in a URI or a location of the editor; empty if there is none. */
export function filePath(value: unknown): string {
  if (!isObject(value)) {
    return '';
  }
  const uri = isObject(value['uri']) ? value['uri'] : value;
  return textAt(uri, 'fsPath') || textAt(uri, 'path');
}

/** Takes the parts of a rendered message; says whether there were any. */
function addRendered(
  items: ChatItems,
  path: readonly PathStep[],
  kind: 'user_message' | 'injected',
  native: string,
): boolean {
  const parts = items.at(path);
  const before = items.items.length;
  for (const [index, part] of (Array.isArray(parts) ? (parts as unknown[]) : []).entries()) {
    if (!isObject(part)) {
      continue;
    }
    const url = textAt(objectAt(part, 'imageUrl'), 'url');
    if (part['type'] === picturePart && url !== '') {
      const tokens = pictureTokens({ type: 'image_url', image_url: url });
      items.add(kind, [...path, index, 'imageUrl', 'url'], { native, tokens });
    } else if (typeof part['text'] === 'string') {
      items.add(kind, [...path, index, 'text'], { native });
    }
  }
  return items.items.length > before;
}

function addVariables(items: ChatItems, request: JsonObject, path: readonly PathStep[]): void {
  const variables = listAt(objectAt(request, 'variableData'), 'variables');
  for (const [index, variable] of variables.entries()) {
    const at = [...path, 'variableData', 'variables', index];
    if (!isObject(variable)) {
      continue;
    }
    const native = textAt(variable, 'id');
    if (typeof variable['value'] === 'string') {
      items.add('injected', [...at, 'value'], { native });
      continue;
    }
    const file = filePath(variable['value']);
    // The text of an attached file is not in the session, only its address.
    const known = typeof variable['value'] === 'object' && variable['value'] !== null;
    items.add('injected', known ? [...at, 'value'] : [...at, 'name'], {
      native,
      fidelity: 'lost',
      ...(file !== '' && { path: file }),
    });
  }
}

/**
 * Takes what was sent for a question. The rendered message wins over the text that the user wrote and the list of
 * attachments: it is what the model got, and has both in it.
 */
export function addQuestion(
  items: ChatItems,
  request: JsonObject,
  path: readonly PathStep[],
): void {
  const native = textAt(request, 'requestId');
  const metadata = [...path, 'result', 'metadata'];
  addRendered(items, [...metadata, 'renderedGlobalContext'], 'injected', native);
  if (addRendered(items, [...metadata, 'renderedUserMessage'], 'user_message', native)) {
    return;
  }
  addVariables(items, request, path);
  const plain = typeof request['message'] === 'string';
  items.add('user_message', plain ? [...path, 'message'] : [...path, 'message', 'text'], {
    native,
  });
}
