import type { FileView } from '../ports/editHost.ts';
import type { FailureCode, Result } from '../ports/result.ts';
import { fail, ok } from '../ports/result.ts';
import { failure } from '../core/failures.ts';
import type { ViewedRange } from '../core/edit/viewedCode.ts';
import { numberedLines } from '../core/edit/numberedLines.ts';
import type { AnswerFields, ToolContext } from './defineTool.ts';
import type { Place, PlaceArguments } from './ranges.ts';
import { editPlace } from './ranges.ts';

/**
 * The lines meant: with a viewed id the numbers are those shown under it, else those of now. Fails with the codes of
 * `editPlace`, and with `already-applied`, `stale-view` or `view-not-found`, which show the present lines.
 */
export function viewedPlace(
  args: PlaceArguments & { readonly viewed_code_id?: string | undefined },
  view: FileView,
  context: ToolContext,
  example: AnswerFields,
): Result<Place> {
  const id = args.viewed_code_id;
  if (id === undefined || id === '' || args.target !== undefined) {
    return editPlace(args, view, example);
  }
  // Bounds are judged when the lines have been found: the file may be shorter now than when it was shown.
  const asked = editPlace(args, boundless(view), example);
  if (!asked.ok) {
    return asked;
  }
  const { first } = asked.value;
  const last = asked.value.last === boundlessEnd ? view.lineCount : asked.value.last;
  if (last < first) {
    return editPlace(args, view, example);
  }
  const found = context.viewed.find(id, view, first, last);
  if (found.kind === 'same') {
    const moved = `The lines shown as ${first}-${last} are now ${found.first}-${found.last}; those were changed.`;
    return ok({
      first: found.first,
      last: found.last,
      warnings: found.moved === 0 ? [] : [moved],
    });
  }
  const [code, message] = refusalText(found, id, `${first}-${last}`);
  const advice =
    code === 'already-applied'
      ? 'Nothing was changed by this call. Use the viewed_code_id given here if a further edit is wanted.'
      : 'Nothing was changed. Look at the present lines here and call again with the viewed_code_id given here.';
  return fail(failure(code, message, advice, presentLines(view, first, last, context)));
}

function refusalText(
  found: Exclude<ViewedRange, { kind: 'same' }>,
  id: string,
  range: string,
): readonly [FailureCode, string] {
  switch (found.kind) {
    case 'used-up': {
      const by = found.event === undefined ? '' : ` by event ${found.event}`;
      return ['already-applied', `The lines shown under ${id} were already changed${by}.`];
    }
    case 'changed':
      return [
        'stale-view',
        `Lines ${range} are not what was shown under ${id}; somebody changed them.`,
      ];
    case 'not-shown':
      return [
        'stale-view',
        `${id} is for lines ${found.first}-${found.last}; lines ${range} were not shown under it.`,
      ];
    case 'unknown':
      return ['view-not-found', `There is no view "${id}" of this file any more.`];
  }
}

const boundlessEnd = Number.MAX_SAFE_INTEGER;

function boundless(view: FileView): FileView {
  return {
    path: view.path,
    version: view.version,
    eol: view.eol,
    encoding: view.encoding,
    size: view.size,
    dirty: view.dirty,
    open: view.open,
    lineCount: boundlessEnd,
    lines: (from, to) => view.lines(from, to),
  };
}

function presentLines(
  view: FileView,
  first: number,
  last: number,
  context: ToolContext,
): Record<string, unknown> {
  const from = Math.max(1, Math.min(first, view.lineCount));
  const to = Math.min(Math.max(last, from), view.lineCount);
  const lines = numberedLines(view, from, to, context.room / 2);
  return {
    start: from,
    end: lines.last,
    total: view.lineCount,
    content: lines.content,
    viewed_code_id: context.viewed.show(view, from, lines.last, context.caller.session),
  };
}
