import type { Result } from '../ports/result.ts';
import { fail, ok } from '../ports/result.ts';
import { failure } from '../core/failures.ts';
import { byteCounts } from '../core/edit/bytesEncoding.ts';
import { decodeChange, removedText } from '../core/edit/change.ts';
import type { ToolContext } from './defineTool.ts';
import { ownFolders } from './listChips.ts';

/** The id in `event://ID`; undefined for anything else. */
export function eventId(from: string): string | undefined {
  return /^event:\/\/([0-9a-f]{8})$/i.exec(from)?.[1]?.toLowerCase();
}

/** The lines that an edit removed, as one text; committed edits have theirs too, as long as they are kept. */
export async function eventText(id: string, context: ToolContext): Promise<Result<string>> {
  const rows = await context.store.snapshots({ ...ownFolders(context), event: id });
  const texts: string[] = [];
  for (const row of rows.filter((one) => one.state !== 'dropped')) {
    const bytes = await context.store.payload(row.change).catch(() => undefined);
    const change = bytes === undefined ? undefined : decodeChange(bytes);
    const isText = change !== undefined && byteCounts(change) === undefined;
    texts.push(isText ? removedText(change) : '');
  }
  const text = texts.join('');
  return text === ''
    ? fail(
        failure(
          'event-not-found',
          rows.length === 0
            ? `There is no event "${id}".`
            : `Event ${id} removed no text, or it can not be read.`,
          'List the events with be-trx {"action":"status"}; those with removed_lines have text.',
        ),
      )
    : ok(text);
}
