import { z } from 'zod';
import type { Failure, Result } from '../ports/result.ts';
import { fail, ok } from '../ports/result.ts';
import type { LiveSession, LiveSessions } from '../core/context/liveSessions.ts';
import { failure } from '../core/failures.ts';

/** Most sessions named in a message. */
const mostNamed = 20;

/** The `session` field of tools that work on a conversation. */
export const sessionField = z
  .string()
  .optional()
  .describe(
    'Id of the conversation, as its manifest gives it; needed only where several are open.',
  );

/** The conversation that is meant: the one named, else the only one there is. */
export function chooseSession(wanted: string | undefined, live: LiveSessions): Result<LiveSession> {
  const { all } = live;
  const id = wanted?.trim() ?? '';
  const found = id === '' ? all[0] : live.get(id);
  if (all.length === 0) {
    return fail(noSession());
  }
  if (found === undefined) {
    return fail(
      failure(
        'session-not-found',
        `No conversation ${JSON.stringify(id)} is open here.`,
        `Call again with "session" as the manifest of your context gives it; open are ${named(all)}.`,
      ),
    );
  }
  return id === '' && all.length > 1
    ? fail(
        failure(
          'ambiguous-session',
          `${all.length} conversations are open: ${named(all)}.`,
          'Call again with "session"; the manifest of your context has the id in its first lines.',
        ),
      )
    : ok(found);
}

function noSession(): Failure {
  return failure(
    'session-not-found',
    'No conversation with a managed context is open; of all clients @chipboard in VS Code Chat has one.',
    'Go on without this tool: your own client takes care of your context. Files are read with be-read.',
  );
}

function named(all: readonly LiveSession[]): string {
  const ids = all.slice(-mostNamed).map(({ session }) => session.id);
  return all.length > ids.length ? `${ids.join(', ')} and others` : ids.join(', ');
}
