import type { FileView } from '../../ports/editHost.ts';
import type { Result } from '../../ports/result.ts';
import { fail, ok } from '../../ports/result.ts';
import { badArguments, failure } from '../failures.ts';
import { blockAround, definitionOf } from './blocks.ts';
import { tagAround } from './tags.ts';

/** What a target names. */
export type Target =
  | { readonly kind: 'line'; readonly line: number }
  | { readonly kind: 'function' | 'marker' | 'tag'; readonly name: string };

/** Lines a target stands for, and the other lines it could have meant. */
export interface TargetRange {
  readonly first: number;
  readonly last: number;
  /** First lines of further places that fit, ascending. */
  readonly others: readonly number[];
}

const example = { file: 'src/app.ts', target: 'function:main' };

/** Reads `function:NAME`, `marker:TEXT`, `tag:NAME` or `line:N`. */
export function parseTarget(text: string): Result<Target> {
  const match = /^(line|function|marker|tag):\s*(\S.*?)\s*$/s.exec(text);
  const [kind, name] = [match?.[1], match?.[2]];
  if (kind === undefined || name === undefined) {
    return fail(
      badArguments(
        `"${text}" is not a target; it is function:NAME, marker:TEXT, tag:NAME or line:N.`,
        example,
      ),
    );
  }
  if (kind === 'line') {
    const line = Number(name);
    return Number.isSafeInteger(line) && line > 0
      ? ok({ kind, line })
      : fail(badArguments(`"${name}" is not a line number.`, { ...example, target: 'line:12' }));
  }
  return ok({ kind: kind as 'function' | 'marker' | 'tag', name });
}

/**
 * The lines a target stands for: a line; the line that holds the marker text; the function of that name from its
 * signature to its end; the element of that name from its start tag to its end tag. The first place counts. Fails
 * with `target-not-found` or `range-out-of-bounds`. Cost: linear in the file.
 */
export function findTarget(view: FileView, target: Target): Result<TargetRange> {
  if (target.kind === 'line') {
    return target.line <= view.lineCount
      ? ok({ first: target.line, last: target.line, others: [] })
      : fail(
          failure(
            'range-out-of-bounds',
            `Line ${target.line} does not exist; the file has ${view.lineCount} lines.`,
            `Name a line from 1 to ${view.lineCount}.`,
            { total: view.lineCount },
          ),
        );
  }
  const lines = view.lines(1, view.lineCount).map((line) => line.text);
  const places = placesOf(lines, target);
  const [first, ...others] = places;
  if (first === undefined) {
    return fail(
      failure(
        'target-not-found',
        `There is no ${target.kind} "${target.name}" in this file.`,
        'Read the file, e.g. {"file":"src/app.ts:1-ALL"}, and name the lines by number.',
        { total: view.lineCount },
      ),
    );
  }
  const range =
    target.kind === 'marker'
      ? { first, last: first }
      : target.kind === 'tag'
        ? tagAround(lines, first, target.name)
        : blockAround(lines, first);
  return ok({ ...range, others });
}

function placesOf(lines: readonly string[], target: { kind: string; name: string }): number[] {
  const fits =
    target.kind === 'marker'
      ? (text: string) => text.includes(target.name)
      : target.kind === 'tag'
        ? (text: string) => startTag(target.name).test(text)
        : definitionOf(target.name);
  return lines.flatMap((text, index) => (fits(text) ? [index + 1] : []));
}

function startTag(name: string): RegExp {
  return new RegExp(`<${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?=[\\s/>]|$)`);
}
