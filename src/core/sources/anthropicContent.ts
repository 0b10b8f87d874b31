import { seedOf, type BlockSeed } from './blockSeed.ts';
import { isObject, objectAt, textAt, type JsonObject } from './json.ts';
import type { PathStep, RecordedBlock, RecordedKind } from './recordedBlock.ts';
import { originOf, type NewBlock } from './sessionDraft.ts';
import type { Place } from './transcriptFormat.ts';

/** A block of a message, and which part of the content it is; -1 if the content is one text. */
export interface ContentSeed {
  readonly part: number;
  readonly seed: BlockSeed;
}

/** A block that was found, and its content, which is at the block's origin. */
export interface FoundBlock {
  readonly block: NewBlock;
  readonly content: unknown;
}

/** A block that was found in one part of a content. */
export interface PartBlock extends FoundBlock {
  /** As in `ContentSeed`. */
  readonly part: number;
}

/** Where a message's content stands, and what a text in it is. */
export interface ContentPlace {
  readonly place: Place;
  readonly path: readonly PathStep[];
  readonly kindOfText: (text: string) => RecordedKind;
}

/** The file that a tool's arguments name. */
export function fileOfInput(input: JsonObject): Pick<RecordedBlock, 'path'> {
  const path = textAt(input, 'file_path') || textAt(input, 'filePath') || textAt(input, 'path');
  return path === '' ? {} : { path };
}

type PartShape = Omit<
  RecordedBlock,
  'id' | 'turn' | 'length' | 'tokens' | 'description' | 'origin'
>;

/** What a part is, and the field that has its text; without a field the part as a whole. */
interface PartText {
  readonly shape: PartShape;
  readonly field?: string;
}

function toolCall(part: JsonObject): PartText {
  const common = { native: '', fidelity: 'whole', tool: textAt(part, 'name') } as const;
  return {
    shape: {
      ...common,
      kind: 'tool_call',
      call: textAt(part, 'id'),
      ...fileOfInput(objectAt(part, 'input')),
    },
    ...(isObject(part['input']) && { field: 'input' }),
  };
}

function toolResult(part: JsonObject): PartText {
  const { content } = part;
  const call = textAt(part, 'tool_use_id') || textAt(part, 'id');
  const failed = part['is_error'] === true;
  return {
    shape: { kind: 'tool_result', native: '', fidelity: 'whole', call, ...(failed && { failed }) },
    ...((typeof content === 'string' || Array.isArray(content)) && { field: 'content' }),
  };
}

function partText(part: JsonObject, kindOfText: ContentPlace['kindOfText']): PartText {
  const type = textAt(part, 'type');
  const plain = { native: '', fidelity: 'whole' } as const;
  if (type === 'redacted_thinking') {
    return { shape: { ...plain, kind: 'reasoning_trace', fidelity: 'sealed' }, field: 'data' };
  }
  if (type === 'thinking' || type === 'reasoning') {
    return { shape: { ...plain, kind: 'reasoning_trace' } };
  }
  if (type.endsWith('tool_use')) {
    return toolCall(part);
  }
  if (type.endsWith('tool_result')) {
    return toolResult(part);
  }
  if (type === 'image' || type === 'document') {
    return { shape: { ...plain, kind: 'user_message' } };
  }
  return {
    shape: { ...plain, kind: type === 'text' ? kindOfText(textAt(part, 'text')) : 'other' },
  };
}

function partBlock(part: unknown, { place, path, kindOfText }: ContentPlace): FoundBlock[] {
  if (typeof part === 'string') {
    const block = { kind: kindOfText(part), origin: originOf(place, path) };
    return part === '' ? [] : [{ block, content: part }];
  }
  if (!isObject(part) || (part['type'] === 'text' && textAt(part, 'text') === '')) {
    return [];
  }
  const { shape, field } = partText(part, kindOfText);
  const there = field !== undefined && part[field] !== undefined;
  const origin = originOf(place, there ? [...path, field] : path);
  return [{ block: { ...shape, origin }, content: there ? part[field] : part }];
}

/** The blocks of a content in the shape of Anthropic's Messages (a text, or a list of parts), not yet measured. */
export function contentBlocks(content: unknown, where: ContentPlace): PartBlock[] {
  if (!Array.isArray(content)) {
    return partBlock(content, where).map((found) => ({ part: -1, ...found }));
  }
  return (content as readonly unknown[]).flatMap((value, part) =>
    partBlock(value, { ...where, path: [...where.path, part] }).map((found) => ({
      part,
      ...found,
    })),
  );
}

/** The same blocks, measured. */
export function contentSeeds(content: unknown, where: ContentPlace): ContentSeed[] {
  return contentBlocks(content, where).map(({ part, block, content: own }) => ({
    part,
    seed: seedOf(block, own),
  }));
}
