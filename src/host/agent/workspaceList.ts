import type { ToolOutcome, ToolSpec } from '../../core/agent/agentModel.ts';
import { fileLimit, filesOf, shownPath } from './workspaceFiles.ts';

const defaultLimit = 200;
const largestLimit = 1000;

/** Lists the files of the workspace. */
export const workspaceListSpec: ToolSpec = {
  name: 'workspace-list',
  description:
    'Lists files of the workspace by path, in order. `pattern` is a glob such as **/*.ts or src/**. What the settings exclude is left out. Long lists come in pages: give `offset`.',
  schema: {
    type: 'object',
    properties: {
      pattern: { type: 'string', description: 'Glob; all files without it.' },
      offset: { type: 'integer', minimum: 0, description: 'First entry to show; default 0.' },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: largestLimit,
        description: `Most entries; default ${defaultLimit}.`,
      },
    },
    required: [],
    additionalProperties: false,
  },
};

/** Carries a call out. Throws when the signal aborts. */
export async function workspaceList(
  args: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const pattern = textOf(args['pattern']) ?? '**/*';
  const offset = wholeOf(args['offset'], 0, Number.MAX_SAFE_INTEGER) ?? 0;
  const limit = wholeOf(args['limit'], 1, largestLimit) ?? defaultLimit;
  const files = await filesOf(pattern, signal);
  const page = files.slice(offset, offset + limit);
  const end = offset + page.length;
  const all = files.length >= fileLimit ? `the first ${fileLimit}` : String(files.length);
  const place =
    page.length === 0
      ? `No file from entry ${offset} on fits ${pattern}; ${all} fit.`
      : `Files ${offset + 1} to ${end} of ${all} that fit ${pattern}:`;
  const more = end < files.length ? [`Give "offset": ${end} for more.`] : [];
  return { text: [place, ...page.map(shownPath), ...more].join('\n'), failed: false };
}

/** The text, if it is one that is not blank. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** The whole number, brought into the range; undefined for anything else. */
export function wholeOf(value: unknown, least: number, most: number): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number)
    ? Math.min(most, Math.max(least, number))
    : undefined;
}
