import * as vscode from 'vscode';
import type { ToolSpec } from '../../core/agent/agentModel.ts';
import { toolNames } from '../../tools/toolNames.ts';

/** Name of our MCP server in the names of its tools, which the editor cuts. */
const ownPrefix = /^mcp_chipboard/;

const contextTools: Readonly<Record<string, 'update' | 'get'>> = {
  'context-update': 'update',
  'artifact-get': 'get',
};

/** A tool that the editor knows, as a model gets it. */
export interface EditorTool {
  readonly spec: ToolSpec;
  /** Its name in the editor. */
  readonly invokedAs: string;
}

/**
 * Our own tools among those the editor has from MCP servers, under their own names; empty as long as our server was not
 * started. The model sees the short names, since the editor's depend on how it cuts them.
 */
export function ownTools(): readonly EditorTool[] {
  const candidates = vscode.lm.tools.filter(({ name }) => ownPrefix.test(name));
  return toolNames.flatMap((name) => {
    const found = candidates.find((tool) => tool.name.endsWith(`_${name}`));
    return found === undefined ? [] : [editorTool(found, name, contextTools[name])];
  });
}

/** The tools that the user named in the question. */
export function namedTools(
  references: readonly vscode.ChatLanguageModelToolReference[],
): readonly EditorTool[] {
  const wanted = new Set(references.map(({ name }) => name));
  return vscode.lm.tools
    .filter(({ name }) => wanted.has(name))
    .map((tool) => editorTool(tool, tool.name));
}

function editorTool(
  tool: vscode.LanguageModelToolInformation,
  name: string,
  context?: 'update' | 'get',
): EditorTool {
  const schema = tool.inputSchema ?? { type: 'object', properties: {} };
  const known = { name, description: tool.description, schema };
  return { invokedAs: tool.name, spec: { ...known, ...(context !== undefined && { context }) } };
}

/** The texts of a tool's answer, as a model reads them. */
export function answerText(content: readonly unknown[]): string {
  return content.map(partText).join('\n');
}

function partText(part: unknown): string {
  if (part instanceof vscode.LanguageModelTextPart) {
    return part.value;
  }
  if (part instanceof vscode.LanguageModelDataPart) {
    return /^text\/|json/.test(part.mimeType)
      ? new TextDecoder().decode(part.data)
      : `[${part.mimeType}, ${part.data.length} bytes: can not be shown here]`;
  }
  return JSON.stringify(part instanceof vscode.LanguageModelPromptTsxPart ? part.value : part);
}
