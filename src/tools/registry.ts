import { z } from 'zod';
import type { Settings } from '../ports/settings.ts';
import type { AnyTool } from './defineTool.ts';
import type { ToolSpec } from './toolService.ts';
import { artifactGetTool } from './artifactGet.ts';
import { balanceTool } from './balance.ts';
import { contextUpdateTool } from './contextUpdate.ts';
import { deleteTool } from './delete.ts';
import { funcRangeTool } from './funcRange.ts';
import { insertTool } from './insert.ts';
import { insertChipTool } from './insertChip.ts';
import { readTool } from './read.ts';
import { replaceTool } from './replace.ts';
import { tagRangeTool } from './tagRange.ts';
import { trxTool } from './trx.ts';
import { writeTool } from './write.ts';

/** Every tool there is, in the order of `toolNames`. */
export const tools: readonly AnyTool[] = [
  readTool,
  replaceTool,
  insertTool,
  deleteTool,
  writeTool,
  insertChipTool,
  funcRangeTool,
  tagRangeTool,
  balanceTool,
  trxTool,
  contextUpdateTool,
  artifactGetTool,
];

/** Whether a tool may be called where the workspace is not trusted: it changes no file. */
export function worksUntrusted({ annotations, sparesFiles }: AnyTool): boolean {
  return annotations.readOnly || sparesFiles === true;
}

/** A tool as it is offered to a client, described in the given language. */
export function toolSpec(tool: AnyTool, language: Settings['language']): ToolSpec {
  const { annotations } = tool;
  const schema = z.toJSONSchema(tool.schema, { io: 'input' }) as Record<string, unknown>;
  // Clients take the draft for granted, and some refuse a schema that names one.
  delete schema['$schema'];
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description[language],
    inputSchema: schema,
    annotations: {
      // A client asks the person before what is no reading; about each change of a context that would be a plague.
      readOnlyHint: worksUntrusted(tool),
      destructiveHint: annotations.destructive,
      idempotentHint: annotations.idempotent,
      openWorldHint: false,
    },
  };
}
