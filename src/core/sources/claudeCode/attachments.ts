import { isObject, listAt, objectAt, textAt, type JsonObject } from '../json.ts';
import type { PathStep } from '../recordedBlock.ts';
import { originOf, SessionDraft } from '../sessionDraft.ts';
import type { Place } from '../transcriptFormat.ts';
import { runsOf, type Runs } from '../../../ports/runs.ts';
import type { ReaderState } from './state.ts';
import type { ThreadState } from './threadState.ts';

/** A record of type `attachment`. */
export interface Attachment {
  readonly value: JsonObject;
  readonly place: Place;
  readonly native: string;
  /** Milliseconds since the epoch. */
  readonly at: number | undefined;
}

/** What of an attachment is sent: each content with its way into the record. */
function sentParts(state: ReaderState, value: JsonObject): [unknown, readonly PathStep[]][] {
  const rendered = listAt(value, 'rendered');
  if (rendered.length > 0) {
    state.rendersAttachments = true;
    return rendered.flatMap((part, at): [unknown, readonly PathStep[]][] =>
      isObject(part) && part['content'] !== undefined
        ? [[part['content'], ['rendered', at, 'content']]]
        : [],
    );
  }
  // Versions that write down what they send do so for all that they send; earlier ones for nothing.
  if (
    state.rendersAttachments ||
    textAt(objectAt(value, 'attachment'), 'type') === 'prompt_snapshot'
  ) {
    return [];
  }
  return value['attachment'] === undefined ? [] : [[value['attachment'], ['attachment']]];
}

/** Adds the blocks of what an attachment sends; none for what is only written down. */
export function addAttachment(state: ReaderState, thread: ThreadState, record: Attachment): Runs {
  const draft = new SessionDraft(thread.draft);
  const { native, at } = record;
  return runsOf(
    sentParts(state, record.value).map(([content, path]) =>
      draft.add(
        {
          kind: 'injected',
          native,
          origin: originOf(record.place, path),
          ...(at !== undefined && { at }),
        },
        content,
      ),
    ),
  );
}
