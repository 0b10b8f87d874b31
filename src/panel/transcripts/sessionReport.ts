import { fail, ok } from '../../ports/result.ts';
import type {
  OpenRequest,
  SessionAt,
  TranscriptResult,
  TranscriptRow,
  TranscriptSource,
  TranscriptState,
} from '../../ports/transcripts.ts';
import type { KeptSessions } from './keptSessions.ts';
import { keptProblem } from './keptStore.ts';
import type { SessionOverview } from '../../ports/transcriptRows.ts';

/** A session as text, and as a row of the list. */
export interface SessionReportText {
  readonly text: string;
  readonly row: TranscriptRow;
}

/** How often a question is asked again because the transcript was read anew meanwhile. */
const attempts = 3;

function rowOf(state: TranscriptState, overview: SessionOverview, now: number): TranscriptRow {
  const { id, title, folder, models, started, updated, calls } = overview;
  return {
    ...{ path: state.path, format: state.format, agent: state.agent },
    ...{ id, title, folder, calls },
    bytes: state.bytesTotal,
    modified: updated ?? now,
    ...(started !== undefined && { started }),
    model: models[0] ?? '',
  };
}

/** Tells the main session of a transcript that is open. `now`: for sessions that know no times. */
export async function reportOfOpen(
  source: TranscriptSource,
  transcript: string,
  now: number,
): Promise<TranscriptResult<SessionReportText>> {
  for (let attempt = 1; ; attempt += 1) {
    const state = await source.state(transcript);
    if (!state.ok) {
      return state;
    }
    const at: SessionAt = { transcript, session: [], generation: state.value.generation };
    const overview = await source.overview(at);
    const text = await source.report(at, { losses: true });
    if (overview.ok && text.ok) {
      return ok({ text: text.value, row: rowOf(state.value, overview.value, now) });
    }
    const failed = overview.ok ? text : overview;
    if (!failed.ok && (failed.failure.code !== 'changed' || attempt === attempts)) {
      return failed;
    }
  }
}

/** Reads a transcript as a whole, tells its main session and closes it. */
export async function readReport(
  source: TranscriptSource,
  request: Pick<OpenRequest, 'path' | 'kept'>,
  now: number,
  signal?: AbortSignal,
): Promise<TranscriptResult<SessionReportText>> {
  const opened = await source.open({ ...request, newest: 0, until: 'whole' }, signal);
  if (!opened.ok) {
    return opened;
  }
  const { transcript } = opened.value;
  try {
    return await reportOfOpen(source, transcript, now);
  } finally {
    await source.close(transcript);
  }
}

/** The same from the file, or, where it is not there any more, from what is kept of it. */
export async function readPresent(
  source: TranscriptSource,
  path: string,
  kept: Pick<KeptSessions, 'of'>,
  now: number,
  signal?: AbortSignal,
): Promise<TranscriptResult<SessionReportText>> {
  const read = await readReport(source, { path }, now, signal);
  if (read.ok || read.failure.code !== 'not-found') {
    return read;
  }
  try {
    const session = await kept.of(path);
    return session === undefined
      ? read
      : await readReport(source, { path, kept: session.id }, now, signal);
  } catch (cause) {
    const problem = keptProblem(cause);
    return problem === undefined
      ? read
      : fail({ code: 'not-found', message: `${read.failure.message} ${problem}` });
  }
}
