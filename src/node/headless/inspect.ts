import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { transcriptFormats } from '../../core/sources/formats.ts';
import { blockReports, callReport, inspectSession } from '../../core/sources/inspect/inspection.ts';
import { inspectionText, turnText } from '../../core/sources/inspect/inspectionText.ts';
import type { RecordedSession } from '../../core/sources/recordedSession.ts';
import { SessionShares } from '../../core/sources/shares.ts';
import { diskFiles } from '../transcripts/diskFiles.ts';
import { recognise } from '../transcripts/recognise.ts';
import { readingOf } from '../transcripts/sessionReading.ts';

/** What the command has to say, and how it ends. */
export interface InspectAnswer {
  readonly out: string;
  /** What is wrong; empty if nothing is. */
  readonly problem: string;
  /** 0: done. 2: the command line or the file cannot be used. */
  readonly code: 0 | 2;
}

const usage = `Usage: inspect FILE [--json] [--turn N] [--losses]

Tells what was in the context of another agent's recorded session: its calls, what each window was made of, what left it
and where it can be read again.

  FILE      a session of ${[...new Set(transcriptFormats.map(({ agent }) => agent))].join(', ')}
  --json    as JSON
  --turn N  only call N, with every block of its window
  --losses  lists the blocks that left with each patch
`;

function problem(text: string): InspectAnswer {
  return { out: '', problem: `${text}\n`, code: 2 };
}

interface Asked {
  readonly file: string;
  readonly json: boolean;
  readonly losses: boolean;
  readonly turn?: number;
}

function parse(args: readonly string[]): Asked | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        json: { type: 'boolean' },
        losses: { type: 'boolean' },
        turn: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
      allowPositionals: true,
      strict: true,
    });
    const [file, ...more] = positionals;
    if (values.help === true) {
      return usage;
    }
    if (file === undefined || more.length > 0) {
      return `inspect takes one file. ${usage}`;
    }
    const turn = values.turn === undefined ? undefined : Number(values.turn);
    if (turn !== undefined && !(Number.isSafeInteger(turn) && turn >= 1)) {
      return `--turn takes the number of a call, from 1; it was given "${String(values.turn)}". ${usage}`;
    }
    const asked = { file, json: values.json === true, losses: values.losses === true };
    return turn === undefined ? asked : { ...asked, turn };
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n${usage}`;
  }
}

function oneTurn(session: RecordedSession, turn: number, asked: Asked): InspectAnswer {
  const call = session.calls[turn - 1];
  if (call === undefined) {
    const { length } = session.calls;
    return problem(
      length === 0
        ? 'The session has no calls.'
        : `The session has no call ${turn}; it has ${length}. Try: inspect ${asked.file} --turn ${length}`,
    );
  }
  const report = callReport(call, new SessionShares(session));
  const window = blockReports(session, call.window);
  const output = blockReports(session, call.output);
  return {
    out: asked.json
      ? `${JSON.stringify({ ...report, window, output, files: session.files }, undefined, 2)}\n`
      : turnText(report, window, output, session.files),
    problem: '',
    code: 0,
  };
}

/** Reads a transcript as a whole and tells it. `args` follow the word `inspect`. Writes and fetches nothing. */
export async function inspect(args: readonly string[], cwd: string): Promise<InspectAnswer> {
  const asked = parse(args);
  if (typeof asked === 'string') {
    return asked === usage ? { out: usage, problem: '', code: 0 } : problem(asked);
  }
  const recognised = await recognise(path.resolve(cwd, asked.file), transcriptFormats, diskFiles);
  if (!recognised.ok) {
    return problem(`${asked.file}: ${recognised.failure.message}`);
  }
  const reading = readingOf(recognised.value);
  const read = await reading.readWhole();
  const session = reading.session();
  if (!read.ok || session === undefined) {
    return problem(
      `${asked.file}: ${read.ok ? 'There is nothing to read.' : read.failure.message}`,
    );
  }
  if (asked.turn !== undefined) {
    return oneTurn(session, asked.turn, asked);
  }
  const report = inspectSession(session, { losses: asked.losses });
  return {
    out: asked.json ? `${JSON.stringify(report, undefined, 2)}\n` : inspectionText(report),
    problem: '',
    code: 0,
  };
}
