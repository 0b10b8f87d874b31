import { estimateTokens } from './estimateTokens.ts';
import type { Block } from './block.ts';
import { attachmentCall } from './block.ts';
import type { MessageCall } from './message.ts';
import { renderStub } from './stubText.ts';
import type { TextReader } from './texts.ts';
import { lostText } from './texts.ts';

/** Most ids of sources named in a summary's tag; the rest is counted. */
const namedSources = 8;

/** The block's text or its stub, without a tag. */
export function contentText(block: Block, texts: TextReader): string {
  return block.content.form === 'inline'
    ? (texts.get(block.content.artifact) ?? lostText)
    : renderStub(block.content, texts);
}

function sourcesTag(sources: readonly string[]): string {
  const named = sources.slice(0, namedSources).join(', ');
  const more = sources.length - namedSources;
  return `[compacted context: summary of ${named}${more > 0 ? ` and ${more} more` : ''}]`;
}

/** What the model has to know about a result that does not follow its call. */
function resultTag({ result }: Block): string {
  if (result?.head !== undefined) {
    return '';
  }
  const name = result?.name ?? 'unknown tool';
  return result?.call === attachmentCall
    ? `[attached by the user: ${name}]\n`
    : `[tool result without its call: ${name}]\n`;
}

/** The lines before a block's text that tell the model which block it is; empty for those without a tag. */
export function tagOf(block: Block): string {
  switch (block.kind) {
    case 'system_prompt':
    case 'assistant_message':
    case 'reasoning_trace':
      return '';
    case 'summary':
      return `[block:${block.id}]\n${sourcesTag(block.sources)}\n`;
    case 'task_state':
      return `[block:${block.id}]\n[task state]\n`;
    case 'tool_result':
      return `[block:${block.id}]\n${resultTag(block)}`;
    case 'user_message':
    case 'budget_report':
      return `[block:${block.id}]\n`;
  }
}

/** The block as text of a message. */
export function renderText(block: Block, texts: TextReader): string {
  return tagOf(block) + contentText(block, texts);
}

function argumentTexts(stored: string | undefined): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

/** The block's tool calls with their arguments; a lost argument stands as `{}`. */
export function renderCalls(block: Block, texts: TextReader): readonly MessageCall[] {
  if (block.calls === undefined) {
    return [];
  }
  const stored = argumentTexts(texts.get(block.calls.artifact));
  return block.calls.list.map(({ id, name }, index) => {
    const given = stored[index];
    return { id, name, arguments: typeof given === 'string' ? given : '{}' };
  });
}

/** All that a block adds to a request, as one text to be counted. */
export function countedText(block: Block, texts: TextReader): string {
  const text = renderText(block, texts);
  const calls = renderCalls(block, texts);
  return calls.length === 0
    ? text
    : [text, ...calls.map((call) => `${call.name} ${call.arguments}`)].join('\n');
}

/** Estimated tokens of a block as it is rendered. */
export function estimateBlock(block: Block, texts: TextReader): number {
  return estimateTokens(countedText(block, texts));
}
