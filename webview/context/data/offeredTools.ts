/*
 * The tools that requests offered, told from the texts of blocks of the kind `tool_schemas`.
 */

/** A tool that a request offered. */
export interface OfferedTool {
  readonly name: string;
  /** Index of the block that its schema is in. */
  readonly block: number;
  /** Estimated tokens of its schema: its share of the block's, by length. */
  readonly tokens: number;
}

/** A block of schemas. `tool` where the block is one tool's; else `text` is its text, if it could be read. */
export interface SchemaBlock {
  readonly block: number;
  /** Estimated tokens of the whole. */
  readonly tokens: number;
  readonly tool?: string;
  readonly text?: string;
}

/** What blocks of schemas offer. */
export interface OfferedTools {
  readonly tools: readonly OfferedTool[];
  /** Tokens of all the blocks: the tools' tokens + `unread`. */
  readonly tokens: number;
  /** Tokens of blocks whose tools can not be told apart. */
  readonly unread: number;
}

/** The tools that blocks of schemas offer, in order. */
export function offeredTools(blocks: readonly SchemaBlock[]): OfferedTools {
  const tools: OfferedTool[] = [];
  let [tokens, unread] = [0, 0];
  for (const one of blocks) {
    tokens += one.tokens;
    const parts = one.tool === undefined ? partsOf(one.text) : [{ name: one.tool, length: 1 }];
    if (parts.length === 0) {
      unread += one.tokens;
    }
    for (const { name, tokens: share } of shared(parts, one.tokens)) {
      tools.push({ name, block: one.block, tokens: share });
    }
  }
  return { tools, tokens, unread };
}

interface SchemaPart {
  readonly name: string;
  /** Characters. */
  readonly length: number;
}

/** Shares that are whole and add up to the tokens: each ends where its part of the length ends. */
function shared(
  parts: readonly SchemaPart[],
  tokens: number,
): readonly { readonly name: string; readonly tokens: number }[] {
  const whole = parts.reduce((sum, { length }) => sum + length, 0);
  let [before, given] = [0, 0];
  return parts.map(({ name, length }) => {
    before += length;
    const end = Math.round((tokens * before) / whole);
    const share = end - given;
    given = end;
    return { name, tokens: share };
  });
}

/** The tools in a text: a list of definitions in one of the forms that the model APIs have. */
function partsOf(text: string | undefined): readonly SchemaPart[] {
  if (text === undefined) {
    return [];
  }
  try {
    return definitionsIn(JSON.parse(text)).map(([name, definition]) => ({
      name,
      length: Math.max(1, JSON.stringify(definition).length),
    }));
  } catch {
    return [];
  }
}

function definitionsIn(value: unknown): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) {
    return value.flatMap((one) => definitionsIn(one));
  }
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  const fields = value as Readonly<Record<string, unknown>>;
  const list = fields['functionDeclarations'] ?? fields['function_declarations'] ?? fields['tools'];
  if (Array.isArray(list)) {
    return definitionsIn(list);
  }
  const inner = fields['function'];
  const named = typeof inner === 'object' && inner !== null ? inner : value;
  const { name, type } = named as { readonly name?: unknown; readonly type?: unknown };
  // Tools that the provider has built in may only have a type.
  const called = typeof name === 'string' ? name : type;
  return typeof called === 'string' && called !== '' ? [[called, value]] : [];
}

/**
 * The MCP server that a tool is of, by its name: `mcp__server__tool`, or `server.tool`. Undefined for the agent's own
 * tools, and where the name does not tell.
 */
export function serverOf(tool: string): string | undefined {
  const match = /^mcp__(.+?)__./.exec(tool) ?? /^([^.\s]+)\.[^.\s]+$/.exec(tool);
  return match?.[1];
}
