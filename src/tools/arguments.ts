import { z } from 'zod';
import type { Result } from '../ports/result.ts';
import { fail, ok } from '../ports/result.ts';
import { badArguments } from '../core/failures.ts';
import type { AnyTool } from './defineTool.ts';

/** The `file` field of most tools. */
export const fileField = z
  .string()
  .describe(
    'Path in the workspace, relative or absolute, with an optional range: "src/a.ts:5", "src/a.ts:5-15", "src/a.ts:ALL".',
  );

/** The `lines` field: a range apart from the path. */
export const linesField = z
  .string()
  .optional()
  .describe('Range such as "5", "5-15" or "ALL"; use it when the path itself ends like ":5".');

/** The `target` field. */
export const targetField = z
  .string()
  .optional()
  .describe('Instead of a range: "function:NAME", "marker:TEXT", "tag:NAME" or "line:N".');

/** The `viewed_code_id` field. */
export const viewedField = z
  .string()
  .optional()
  .describe(
    'From be-read or the last edit: the lines are found again if they moved, refused if they changed.',
  );

/** The `preview` field of tools that edit. */
export const previewField = z.boolean().optional().describe('true: show the diff, change nothing.');

/** The `brief` field of tools that edit. */
export const briefField = z
  .boolean()
  .optional()
  .describe('true: leave the diff out of the answer.');

/** The `force` field of tools that write a text. */
export const forceField = z
  .boolean()
  .optional()
  .describe('true: write the text exactly as it is, even where it looks like a mistake.');

/** The `again` field of tools whose calls are not to be made twice by accident. */
export const againField = z
  .boolean()
  .optional()
  .describe('true: make the edit once more, although an equal call was made before.');

/** The arguments object of a call as received; an absent one, and an empty text, is an object without fields. */
export function argumentsObject(args: unknown): Record<string, unknown> | undefined {
  if (args === undefined || args === null || args === '') {
    return {};
  }
  if (typeof args === 'string') {
    try {
      return argumentsObject(JSON.parse(args));
    } catch {
      return undefined;
    }
  }
  return typeof args === 'object' && !Array.isArray(args) ? { ...args } : undefined;
}

/**
 * Checks arguments against the tool's schema. Accepts what loses nothing: `null` for an absent field, `"2"` for 2,
 * `"false"` for false, a list as JSON text, an older name of a field. The failure names the field, the form it should have, and an example.
 */
export function parseArguments(tool: AnyTool, args: unknown): Result<never> {
  const object = argumentsObject(args);
  if (object === undefined) {
    return fail(badArguments('The arguments are not an object.', tool.example));
  }
  const schema: z.ZodType = tool.schema;
  const shape = schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {};
  const fields = new Map<string, unknown>();
  for (const [given, value] of Object.entries(object)) {
    if (value !== null && value !== undefined) {
      const alias = Object.hasOwn(tool.aliases, given) ? tool.aliases[given] : undefined;
      const taken = alias === undefined || Object.hasOwn(object, alias) || fields.has(alias);
      // A field that is there under both its names may say two things: the older name is refused then.
      const name = taken ? given : alias;
      fields.set(name, Object.hasOwn(shape, name) ? coerce(name, shape[name], value) : value);
    }
  }
  const parsed = schema.safeParse(Object.fromEntries(fields));
  if (parsed.success) {
    return ok(parsed.data as never);
  }
  const problems = parsed.error.issues.map((issue) => describeIssue(issue, Object.keys(shape)));
  return fail(badArguments(problems.join(' '), tool.example));
}

function coerce(name: string, schema: z.ZodType | undefined, value: unknown): unknown {
  const inner = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
  if (inner instanceof z.ZodNumber && typeof value === 'string' && /^-?\d{1,15}$/.test(value)) {
    return Number(value);
  }
  if (inner instanceof z.ZodBoolean && (value === 'true' || value === 'false')) {
    return value === 'true';
  }
  if (inner instanceof z.ZodString && typeof value === 'number') {
    return String(value);
  }
  if (inner instanceof z.ZodArray && typeof value === 'string') {
    return listOf(value) ?? value;
  }
  // Older form of a target: {"kind": "function", "value": "main"}.
  if (name === 'target' && typeof value === 'object' && value !== null) {
    const { kind, value: named } = value as { kind?: unknown; value?: unknown };
    return typeof kind === 'string' && typeof named === 'string' ? `${kind}:${named}` : value;
  }
  return value;
}

function listOf(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function describeIssue(issue: z.core.$ZodIssue, known: readonly string[]): string {
  const field = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return `There is no field ${issue.keys.map((key) => `"${key}"`).join(', ')}; the fields are ${known.join(', ')}.`;
  }
  const reason = issue.message.replace(/^Invalid input: /, '');
  return `Field "${field}": ${reason}.`;
}
