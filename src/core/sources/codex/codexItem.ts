import { contentText } from '../contentText.ts';
import { contentKey } from '../contentKey.ts';
import { isObject, listAt, textAt, type JsonObject } from '../json.ts';
import type { Fidelity, PathStep, RecordedKind } from '../recordedBlock.ts';
import { calledFile, resultFailed } from './toolFacts.ts';

/** What an item of the Responses API is as a block. */
export interface CodexItem {
  readonly kind: RecordedKind;
  /** The model's own words; else it was put into the window for it. */
  readonly said: boolean;
  /** Its text within the item. */
  readonly path: readonly PathStep[];
  readonly content: unknown;
  /** Equal for items that say the same, whatever their ids. */
  readonly key: string;
  readonly native: string;
  readonly fidelity: Fidelity;
  /** Tokens, where they are not those of the text. */
  readonly tokens?: number;
  readonly tool?: string;
  readonly call?: string;
  readonly failed?: boolean;
  readonly file?: string;
}

type Found = Pick<CodexItem, 'path' | 'content'>;

/** The first of the fields that has something; the whole item if none has. */
function found(item: JsonObject, ...keys: readonly string[]): Found {
  const key = keys.find((name) => item[name] !== undefined && item[name] !== null);
  return key === undefined ? { path: [], content: item } : { path: [key], content: item[key] };
}

/*
 * Encoded bytes that are no text, and bytes per token, by which Codex itself estimates an encrypted item
 * (codex-rs/core, context_manager/history.rs).
 */
const sealedOverhead = 650;
const bytesPerToken = 4;

function sealedTokens(item: JsonObject): number {
  const bytes = Math.floor((textAt(item, 'encrypted_content').length * 3) / 4) - sealedOverhead;
  return Math.max(1, Math.ceil(bytes / bytesPerToken));
}

/** What Codex puts into user messages by itself begins with one of these (codex-rs/core, contextual user fragments). */
const contextual =
  /^\s*(?:# agents\.md instructions for |<(?:user_instructions|environment_context|instructions|skill|user_shell_command|turn_aborted|subagent_notification|permissions|hook_prompt)\b)/i;

/** Whether a user message was made by Codex and not by the user. */
export function isContextual(text: string): boolean {
  return contextual.test(text.slice(0, 200));
}

function message(item: JsonObject): Pick<CodexItem, 'kind' | 'said'> & Found {
  const role = textAt(item, 'role');
  const body = found(item, 'content');
  switch (role) {
    case 'assistant':
      return { kind: 'assistant_message', said: true, ...body };
    case 'user':
      return {
        kind: isContextual(contentText(body.content)) ? 'injected' : 'user_message',
        said: false,
        ...body,
      };
    case 'developer':
      return { kind: 'injected', said: false, ...body };
    case 'system':
      return { kind: 'system_prompt', said: false, ...body };
    default:
      return { kind: 'other', said: false, ...body };
  }
}

type Sealed = Pick<CodexItem, 'fidelity' | 'tokens'> & Found;

/** Its readable part, if it has any, stands for an encrypted text. */
function sealed(item: JsonObject, readable: string): Sealed {
  const body = found(item, readable, 'encrypted_content');
  const text = contentText(body.content);
  const shown = text === '' ? found(item, 'encrypted_content') : body;
  return textAt(item, 'encrypted_content') === ''
    ? { ...body, fidelity: 'whole' }
    : { ...shown, fidelity: 'sealed', tokens: sealedTokens(item) };
}

function result(item: JsonObject): Found & Pick<CodexItem, 'failed'> {
  const output = item['output'];
  const inner = isObject(output) && typeof output['content'] === 'string';
  const body = inner
    ? { path: ['output', 'content'], content: output['content'] }
    : found(item, 'output', 'tools');
  return { ...body, ...(resultFailed(output, body.content) && { failed: true }) };
}

type Bare = Omit<CodexItem, 'key' | 'native' | 'fidelity' | 'call'> & Partial<CodexItem>;

function toolCall(tool: string, body: Found): Bare {
  const file = calledFile(tool, body.content);
  return { kind: 'tool_call', said: true, tool, ...body, ...(file !== '' && { file }) };
}

function bare(item: JsonObject): Bare | 'beside' | undefined {
  switch (textAt(item, 'type')) {
    case 'message':
      return message(item);
    case 'agent_message':
      return { kind: 'injected', said: false, ...found(item, 'content') };
    case 'reasoning':
      return {
        kind: 'reasoning_trace',
        said: true,
        ...sealed(item, listAt(item, 'content').length > 0 ? 'content' : 'summary'),
      };
    case 'function_call':
      return toolCall(textAt(item, 'name'), found(item, 'arguments'));
    case 'custom_tool_call':
      return toolCall(textAt(item, 'name'), found(item, 'input'));
    case 'local_shell_call':
      return toolCall('local_shell', found(item, 'action'));
    case 'web_search_call':
      return toolCall('web_search', found(item, 'action'));
    case 'tool_search_call':
      return toolCall('tool_search', found(item, 'arguments'));
    case 'image_generation_call':
      // The picture is in `result`, as base64; the window has its words.
      return toolCall('image_generation', found(item, 'revised_prompt', 'status'));
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'local_shell_call_output':
    case 'tool_search_output':
      return { kind: 'tool_result', said: false, ...result(item) };
    case 'additional_tools':
      return { kind: 'tool_schemas', said: false, ...found(item, 'tools') };
    case 'compaction':
    case 'compaction_summary':
    case 'context_compaction':
      return { kind: 'summary', said: true, ...sealed(item, 'summary') };
    // Notes of the program on the state of files; no request carries them.
    case 'ghost_snapshot':
    case 'compaction_trigger':
      return 'beside';
    default:
      return undefined;
  }
}

/**
 * What an item is: a block; `beside` if no request carries it; undefined if its type is unknown. Types as in
 * codex-rs/protocol, `ResponseItem`. Throws if a content is nested too deeply for JSON.
 */
export function codexItem(item: JsonObject): CodexItem | 'beside' | undefined {
  const made = bare(item);
  if (made === undefined || made === 'beside') {
    return made;
  }
  const call = textAt(item, 'call_id') || (made.tool === undefined ? '' : textAt(item, 'id'));
  const sealing = item['encrypted_content'] ?? null;
  return {
    fidelity: 'whole',
    ...made,
    native: textAt(item, 'id'),
    ...(call !== '' && { call }),
    key: contentKey([item['type'], item['role'] ?? null, call, made.content, sealing]),
  };
}
