import { indicesOf } from '../../src/ports/runs.ts';
import type { AppModel } from '../model.ts';
import type { Advice } from './data/advice.ts';
import { adviceOn } from './data/advice.ts';
import { BlockItems } from './data/blockItems.ts';
import { turnsOf } from './data/sessionTurns.ts';
import type { OpenedSession } from './openedSession.ts';
import { toolsInWindow } from './schemaTexts.ts';

/** Milliseconds without work before advice is looked for: a session that grows says so many times a second. */
const rest = 300;

/** The advice that was found last, by session; several elements show it. */
interface Found {
  readonly items: BlockItems;
  /** Of the session when it was looked at; -1 before. */
  version: number;
  advice: readonly Advice[];
  pending: Promise<void> | undefined;
}

const found = new WeakMap<OpenedSession, Found>();

/** Follows the advice about the shown session. The last advice stays until there is newer. */
export class SessionAdvice {
  /** Most tokens at stake first; undefined until it was looked for. */
  advice: readonly Advice[] | undefined;
  private readonly changed: () => void;
  private asked: Promise<void> | undefined;

  /** `changed` is called when newer advice is there. */
  constructor(changed: () => void) {
    this.changed = changed;
  }

  /** Looks for advice if the session is another one than before; to be called before whatever shows it is drawn. */
  update(model: AppModel): void {
    const { shown } = model.sessions;
    if (shown === undefined) {
      this.advice = undefined;
      return;
    }
    const known = foundFor(shown);
    if (known.version !== shown.version && shown.isComplete) {
      known.pending ??= look(shown, known, model).finally(() => (known.pending = undefined));
    }
    if (known.pending !== undefined && known.pending !== this.asked) {
      this.asked = known.pending;
      void known.pending.then(this.changed);
    }
    this.advice = known.version < 0 ? undefined : known.advice;
  }
}

function foundFor(session: OpenedSession): Found {
  const known: Found = found.get(session) ?? {
    ...{ items: new BlockItems(), version: -1, advice: [], pending: undefined },
  };
  found.set(session, known);
  return known;
}

async function look(session: OpenedSession, known: Found, model: AppModel): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, rest));
  const { version, lists, limits } = session;
  try {
    const runs = await session.window(lists.calls.length);
    const offered = await toolsInWindow(session, runs, model.client);
    const { figures, causes } = turnsOf(session);
    const live = model.sessions.items.some((item) => item.key === session.key && item.live);
    const items = known.items.update(session);
    known.advice = adviceOn({
      ...{ lists, items, figures, causes, limits, offered, live },
      window: new Set(indicesOf(runs)),
    });
  } catch {
    // The window is not to be had: the next change of the session asks again.
  }
  known.version = version;
}
