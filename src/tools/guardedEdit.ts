import type { ConsentQuestion } from '../ports/consent.ts';
import type { Failure } from '../ports/result.ts';
import { cancelled, failure } from '../core/failures.ts';
import type { AskedAnswer } from '../core/edit/askInTime.ts';
import { askInTime } from '../core/edit/askInTime.ts';
import type { FileChange } from '../core/edit/change.ts';
import { unifiedDiff } from '../core/edit/unifiedDiff.ts';
import type { EditProposal } from './defineTool.ts';
import type { ToolParts } from './runTool.ts';

/** Characters of a diff that are shown to the user. */
const diffShown = 1500;

/** An edit that is about to be made. */
export interface EditToAllow {
  readonly tool: string;
  readonly client: string;
  readonly proposal: EditProposal;
  readonly changes: readonly FileChange[];
  /** Whether the file at a path needs the user's word. */
  readonly guarded: (path: string) => boolean;
  readonly signal: AbortSignal;
}

/** Asks the user about the guarded files of an edit, if it has any. Undefined = go on. */
export async function allowEdit(edit: EditToAllow, parts: ToolParts): Promise<Failure | undefined> {
  const changes = edit.changes.filter((change) => edit.guarded(change.path));
  if (changes.length === 0) {
    return undefined;
  }
  const { proposal, tool, client, signal } = edit;
  const question: ConsentQuestion = {
    tool,
    client,
    changes: changes.map((change) => ({
      file: proposal.shown.get(change.path) ?? change.path,
      diff: unifiedDiff(change, proposal.views.get(change.path), { size: diffShown, line: 200 }),
    })),
  };
  const answer = await askInTime(parts.consent, question, signal);
  const files = question.changes.map((change) => change.file).join(', ');
  return answer === 'allowed' ? undefined : refusal(answer, files);
}

function refusal(answer: Exclude<AskedAnswer, 'allowed'>, files: string): Failure {
  const reasons = {
    refused: 'the user said no',
    late: 'the user did not answer in time',
    unavailable: 'there is nobody here who could be asked',
  } as const;
  return answer === 'cancelled'
    ? cancelled()
    : failure(
        'not-allowed',
        `${files} can only be changed with the user's word, and ${reasons[answer]}.`,
        answer === 'unavailable'
          ? 'Nothing was changed. Tell the user what the file should hold, or ask them to make the change.'
          : 'Nothing was changed. Do not try it another way; go on without it, or ask the user in the conversation.',
        { guarded: files },
      );
}
