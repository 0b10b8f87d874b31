/** The tools' names, in the order they are offered. Names are the protocol: changing one breaks every caller. */
export const toolNames = [
  'be-read',
  'be-replace',
  'be-insert',
  'be-delete',
  'be-write',
  'be-insert-chip',
  'be-func-range',
  'be-tag-range',
  'be-balance',
  'be-trx',
  'context-update',
  'artifact-get',
] as const;

/** One of the tools' names. */
export type ToolName = (typeof toolNames)[number];
