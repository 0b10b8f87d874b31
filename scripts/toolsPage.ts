import { tools, toolSpec } from '../src/tools/registry.ts';
import type { AnyTool } from '../src/tools/defineTool.ts';
import { toolsIntroduction } from './toolsIntroduction.ts';

interface Property {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: { readonly type?: string; readonly properties?: Record<string, Property> };
}

/** The text of docs/tools.md, made from the tools' own schemas and descriptions. */
export function toolsPage(): string {
  return `${toolsIntroduction.trim()}\n\n${tools.map(section).join('\n')}`;
}

function section(tool: AnyTool): string {
  const spec = toolSpec(tool, 'en');
  const schema = spec.inputSchema as {
    readonly properties: Record<string, Property>;
    readonly required?: readonly string[];
  };
  const rows = Object.entries(schema.properties).map(([name, property]) => {
    const required = schema.required?.includes(name) === true ? 'yes' : '';
    return `| \`${name}\` | ${typeOf(property)} | ${required} | ${(property.description ?? '').replaceAll('|', '\\|')} |`;
  });
  const { readOnlyHint, destructiveHint, idempotentHint } = spec.annotations;
  const hints = [
    tool.sparesFiles === true ? 'changes no file' : readOnlyHint ? 'read-only' : 'edits',
    destructiveHint ? 'may overwrite' : '',
    idempotentHint ? 'safe to repeat' : '',
  ].filter(Boolean);
  return [
    `## ${tool.name}`,
    '',
    spec.description,
    '',
    `*${hints.join(', ')}*`,
    '',
    '| field | type | required | meaning |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    `Example: \`${JSON.stringify(tool.example)}\``,
    '',
  ].join('\n');
}

function typeOf(property: Property): string {
  if (property.enum !== undefined) {
    return property.enum.map((value) => `\`${value}\``).join(', ');
  }
  const inner = property.items?.properties;
  return inner === undefined
    ? (property.type ?? '')
    : `${property.type ?? ''} of {${Object.keys(inner).join(', ')}}`;
}
