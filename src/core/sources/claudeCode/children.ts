import { describe } from '../../context/block.ts';
import type { RecordedChild } from '../recordedSession.ts';
import { SessionDraft } from '../sessionDraft.ts';
import type { ReaderState } from './state.ts';
import type { ThreadState } from './threadState.ts';
import { wholeWindow } from './requests.ts';

/** What the file of a compaction's own request is called. */
const compactionFile = /(?:^|[/\\])agent-a?compact-[^/\\]*$/;

/** First words of the block that starts a thread: its task. */
function taskOf(thread: ThreadState): string {
  return thread.draft.blocks[0]?.description ?? '';
}

/** The call that started a subagent: by its id, else by its task. */
function startOf(state: ReaderState, thread: ThreadState): number | undefined {
  const [main] = state.threads;
  const call = state.starts.get(thread.key) ?? state.tasks.get(thread.task);
  return call === undefined ? undefined : main?.calls.get(call);
}

function childOf(
  state: ReaderState,
  thread: ThreadState,
  format: { readonly id: string; readonly agent: string },
  files: readonly string[],
): RecordedChild {
  const draft = new SessionDraft(thread.draft);
  const session = draft.session(format, files);
  const compaction = compactionFile.test(files[thread.file] ?? '');
  const startedBy = startOf(state, thread);
  const key = thread.key === '' ? session.id : thread.key;
  return {
    session: {
      ...session,
      window: wholeWindow(thread),
      id: key,
      ...(compaction && { calls: session.calls.map((call) => ({ ...call, purpose: 'summary' })) }),
    },
    label: compaction ? 'Compaction' : describe('', taskOf(thread)),
    ...(startedBy !== undefined && { startedBy }),
  };
}

/** The subagents of a session, in the order in which they began. */
export function childrenOf(
  state: ReaderState,
  format: { readonly id: string; readonly agent: string },
  files: readonly string[],
): RecordedChild[] {
  return state.threads.slice(1).map((thread) => childOf(state, thread, format, files));
}
