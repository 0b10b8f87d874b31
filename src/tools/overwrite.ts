import type { FileView } from '../ports/editHost.ts';
import type { Failure, Result } from '../ports/result.ts';
import { fail, ok } from '../ports/result.ts';
import { failure } from '../core/failures.ts';
import { isFenced, placeholderIn } from '../core/edit/pastedText.ts';
import { stateOf } from '../core/edit/seenFiles.ts';
import type { ToolContext } from './defineTool.ts';
import { forceAdvice, placeholderWarning } from './givenText.ts';

/** A loss of more lines than this, with less than this share left, is taken for a mistake. */
const manyLines = 100;
const littleLeft = 0.2;

/** Files in which a fence belongs. */
const proseName = /(?:^|\/)(?:[^./]+|.*\.(?:mdx?|markdown|qmd|rmd|txt|rst|adoc|mdc|prompt))$/i;

/** A whole text for a file that is there. */
export interface Overwrite {
  readonly lines: readonly string[];
  readonly view: FileView;
  /** The lines that the file has. */
  readonly present: readonly string[];
  /** Name of the file in answers. */
  readonly shown: string;
  readonly viewedId: string | undefined;
  readonly force: boolean;
}

/**
 * Whether a file that is there may get the whole new text. Fails with `stale-view` where the file changed since the
 * caller saw it, and with `bad-text` where the text seems to be a part of the file only. Gives warnings.
 */
export function checkOverwrite(
  overwrite: Overwrite,
  context: ToolContext,
): Result<readonly string[]> {
  const { view, present, viewedId, lines, force } = overwrite;
  const { seen } = context.viewed;
  const { session } = context.caller;
  const isCurrent = viewedId !== undefined && context.viewed.isCurrent(viewedId, view);
  if (viewedId === undefined || viewedId === '' ? seen.isStale(session, view) : !isCurrent) {
    return fail(staleText(overwrite));
  }
  const partial = force ? undefined : partialText(overwrite);
  if (partial !== undefined) {
    return fail(partial);
  }
  // Whoever gives a file its whole text knows all of it from then on.
  seen.saw(session, view.path, stateOf(view), true);
  return ok(placeholderWarning(lines, present));
}

/** Whether a text is a fenced block where no fence belongs. */
export function fenceProblem(lines: readonly string[], shown: string): Failure | undefined {
  return isFenced(lines) && !proseName.test(shown)
    ? failure(
        'bad-text',
        `The text is one block between \`\`\` fences, which would become lines of ${shown}.`,
        `Nothing was changed. Send the text without the fences. ${forceAdvice}`,
      )
    : undefined;
}

function staleText({ shown, viewedId }: Overwrite): Failure {
  const what =
    viewedId === undefined || viewedId === ''
      ? 'was changed since you saw it last'
      : `is not as it was when ${viewedId} was given`;
  return failure(
    'stale-view',
    `${shown} ${what}; a text made from the old one would undo that.`,
    `Nothing was changed. Read it again: {"file":${JSON.stringify(shown)}}, and write with what is in it now; with the viewed_code_id of that read the call goes through.`,
  );
}

function partialText({ lines, present, shown }: Overwrite): Failure | undefined {
  const fence = isFenced(present) ? undefined : fenceProblem(lines, shown);
  if (fence !== undefined) {
    return fence;
  }
  const counts = `${present.length} → ${lines.length} lines`;
  const placeholder = placeholderIn(lines, new Set(present));
  if (placeholder !== undefined && lines.length < present.length / 2) {
    return failure(
      'bad-text',
      `"${placeholder.trim()}" is no text to write, and the rest of ${shown} would be lost (${counts}).`,
      `Nothing was changed. Change a part of a file with be-replace and a range, e.g. {"file":${JSON.stringify(`${shown}:1-3`)},"content":"…"}. ${forceAdvice}`,
    );
  }
  const lost = present.length - lines.length;
  return lost > manyLines && lines.length < present.length * littleLeft
    ? failure(
        'bad-text',
        `The text would take most of ${shown} away (${counts}).`,
        `Nothing was changed. Change a part of a file with be-replace, be-insert or be-delete. ${forceAdvice}`,
      )
    : undefined;
}
