import { holdsEveryText } from '../core/edit/textCodec.ts';
import type { PreviewWarning } from '../protocol/diff.ts';
import type { FilePreview } from '../tools/previewCall.ts';

/** What any edit is warned of, by what it would do. */
export function callWarnings(
  files: readonly FilePreview[],
  told: readonly string[],
): readonly PreviewWarning[] {
  const isNothing = files.every(({ before, after }) => before === after);
  return [
    ...(isNothing ? [{ code: 'no-change', message: 'This would change nothing.' } as const] : []),
    ...files.filter((file) => file.unsaved).map(unsaved),
    ...files.flatMap(encoding),
    ...told.map((message) => ({ code: 'other', message }) as const),
  ];
}

function unsaved({ shown }: FilePreview): PreviewWarning {
  return { code: 'unsaved', message: `${shown} has changes of yours that are not saved.` };
}

/** New characters in a file whose encoding may not have them; whether it does is known when the file is written. */
function encoding(file: FilePreview): readonly PreviewWarning[] {
  const { before, after, encoding: name, shown } = file;
  if (name === 'default' || holdsEveryText(name) || after === undefined) {
    return [];
  }
  const known = new Set(before);
  const foreign = [...new Set(after)].find((char) => char > '\u007f' && !known.has(char));
  return foreign === undefined
    ? []
    : [
        {
          code: 'encoding',
          message: `${shown} is in ${name}. If that does not have "${foreign}", nothing will be written.`,
        },
      ];
}
