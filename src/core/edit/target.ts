import type { FileView } from '../../ports/editHost.ts';
import type { Result } from '../../ports/result.ts';
import { fail, ok } from '../../ports/result.ts';
import { badArguments, failure } from '../failures.ts';
import { blockAround, definitionOf } from '../structure/blocks.ts';
import { readElements } from '../structure/elements.ts';
import { languageOf } from '../structure/languages.ts';
import type { MarkupKind } from '../structure/languages.ts';
import type { FoundPlace } from '../structure/places.ts';
import { rememberedPlaces } from '../structure/places.ts';

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
 * signature to its end; the element of that name from its start tag to its end tag. The first place counts. Takes
 * what `Structure.locate` found in the view; without that it reads braces, indentation and tags. Fails with
 * `target-not-found` or `range-out-of-bounds`. Cost: linear in the file.
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
  const [place, ...rest] =
    rememberedPlaces(view, `${target.kind}:${target.name}`) ?? placesOf(view, target);
  if (place === undefined) {
    return fail(
      failure(
        'target-not-found',
        `There is no ${target.kind} "${target.name}" in this file.`,
        'Read the file, e.g. {"file":"src/app.ts:1-ALL"}, and name the lines by number.',
        { total: view.lineCount },
      ),
    );
  }
  const others = rest.map((one) => one.first).filter((line) => line !== place.first);
  return ok({ first: place.first, last: place.last, others: [...new Set(others)] });
}

/** Finds a target without a parser. */
function placesOf(view: FileView, { kind, name }: { kind: string; name: string }): FoundPlace[] {
  const lines = view.lines(1, view.lineCount).map((line) => line.text);
  if (kind === 'tag') {
    return elementsNamed(lines.join('\n'), languageOf(view.path).markup ?? 'jsx', name);
  }
  if (kind === 'marker') {
    return lines.flatMap((text, index) =>
      text.includes(name) ? [{ first: index + 1, last: index + 1 }] : [],
    );
  }
  const begins = definitionOf(name);
  const firsts = lines.flatMap((text, index) => (begins(text) ? [index + 1] : []));
  // Only the first one's end is ever asked for.
  return firsts.map((first, index) =>
    index === 0 ? blockAround(lines, first) : { first, last: first },
  );
}

function elementsNamed(text: string, dialect: MarkupKind | 'jsx', name: string): FoundPlace[] {
  const same =
    dialect === 'html'
      ? (tag: string) => tag.toLowerCase() === name.toLowerCase()
      : (tag: string) => tag === name;
  return readElements(text, dialect)
    .elements.filter((one) => same(one.tag))
    .map(({ start, end }) => ({ first: start, last: end }));
}
