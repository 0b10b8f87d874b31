import type { Random } from '../../ports/system.ts';
import type { NewBlock } from '../context/newBlock.ts';
import { putAside, questionBlocks, type Attachment } from './attachments.ts';
import type {
  AgentModel,
  AgentOutput,
  AgentTools,
  ModelRequest,
  ToolOutcome,
  ToolSpec,
} from './agentModel.ts';
import { askModel, type ModelAnswer } from './askModel.ts';
import { commonPrefixTokens } from './sharedPrefix.ts';
import type { ContextCare, PreparedRequest } from './contextCare.ts';
import { maintainContext } from './maintainContext.ts';
import { noteCall } from './noteCall.ts';

/** What a turn works with. */
export interface TurnParts {
  readonly care: ContextCare;
  readonly model: AgentModel;
  readonly tools: AgentTools;
  readonly output: AgentOutput;
  readonly random: Random;
  readonly signal: AbortSignal;
  /** Most requests to the model in one turn, at least 1. */
  readonly maxSteps: number;
}

/**
 * How a turn ended. `done`: with an answer. `steps`: the most requests were made. `full`: the next request does not fit,
 * though all was taken out that may go. `failed`: the provider threw `problem`.
 */
export interface TurnEnd {
  readonly outcome: 'done' | 'cancelled' | 'steps' | 'full' | 'failed';
  readonly steps: number;
  readonly problem?: unknown;
}

/** What stands for the result of a call that the user cancelled. */
export const cancelledResult =
  'Cancelled by the user before it ended. What it would have given is not known.';

/** What stands for the result of a call of an earlier turn that has none, such as one that ended with the editor. */
export const lostResult =
  'This call was cut off before its result was kept. Whether it was carried out is not known: look before you make it again.';

/** What goes with a question. */
export interface QuestionParts {
  readonly attached?: readonly Attachment[];
  /** Done when the question is in. */
  readonly onQuestion?: () => Promise<void>;
}

/** Answers one question, with as many model requests and tool calls as it takes. */
export class AgentTurn {
  private readonly parts: TurnParts;
  private before: ModelRequest | undefined;

  constructor(parts: TurnParts) {
    this.parts = parts;
  }

  /**
   * Takes the question in, after the context was put in order where it is tight, and works until there is an answer.
   * Throws `SessionConflict` and `StoreError` only.
   */
  async run(question: string, { attached = [], onQuestion }: QuestionParts = {}): Promise<TurnEnd> {
    const { session } = this.parts.care;
    await this.settleCalls();
    await maintainContext(this.parts);
    const { blocks, tooLong } = questionBlocks(session, question, attached);
    const made = await session.ingest(blocks);
    await onQuestion?.();
    await putAside(
      session,
      tooLong.flatMap((index) => made[index] ?? []),
    );
    return this.work(this.parts.tools.named);
  }

  /** Goes on with what was begun, without another question. */
  async resume(): Promise<TurnEnd> {
    await this.settleCalls();
    return this.work();
  }

  /** `named`: tools to be called first, one a request, since some models can be made to call only one. */
  private async work(named: readonly ToolSpec[] = []): Promise<TurnEnd> {
    const { care, model, tools, signal, maxSteps } = this.parts;
    for (let steps = 1; steps <= maxSteps; steps += 1) {
      if (signal.aborted) {
        return { outcome: 'cancelled', steps: steps - 1 };
      }
      const first = named[steps - 1];
      const offered = first === undefined ? tools.list() : [first];
      const prepared = await care.prepare(model, offered);
      if (!prepared.fits) {
        return { outcome: 'full', steps: steps - 1 };
      }
      const answer = await this.ask(prepared, offered, first !== undefined);
      care.answered({ calls: answer.calls.map((call) => call.name), text: answer.text });
      if (answer.outcome !== 'ok') {
        const { outcome, problem } = answer;
        return { outcome, steps, ...(problem !== undefined && { problem }) };
      }
      if (answer.calls.length === 0) {
        return { outcome: 'done', steps };
      }
      await this.carryOut(answer);
    }
    return { outcome: signal.aborted ? 'cancelled' : 'steps', steps: maxSteps };
  }

  private async ask(
    prepared: PreparedRequest,
    offered: readonly ToolSpec[],
    required: boolean,
  ): Promise<ModelAnswer> {
    const { care, model, output, random, signal } = this.parts;
    const { session } = care;
    const request: ModelRequest = {
      id: random.hex(12),
      messages: prepared.messages,
      tools: offered,
      ...(required && { required }),
    };
    const counting = model.count?.(request);
    const answer = await askModel(model, request, signal, (piece) => output.text(piece));
    await noteCall({
      ...{ session, model, request, answer },
      estimate: prepared.estimate,
      counted: await counting,
      ...(this.before !== undefined && {
        commonPrefix: commonPrefixTokens(this.before.messages, request.messages),
      }),
    });
    this.before = request;
    await session.ingest(answerBlocks(answer));
    return answer;
  }

  /** Runs the calls of an answer one after the other. Each gets a result, whatever happens. */
  private async carryOut({ calls }: ModelAnswer): Promise<void> {
    const { care, tools, output, signal } = this.parts;
    for (const call of calls) {
      let outcome: ToolOutcome = { text: cancelledResult, failed: true };
      if (!isAborted(signal)) {
        output.progress(call.name);
        try {
          outcome = await tools.invoke(call, signal);
        } catch (cause) {
          const said = cause instanceof Error ? cause.message : String(cause);
          outcome = isAborted(signal)
            ? outcome
            : { text: `The tool failed: ${said}`, failed: true };
        }
      }
      const { text, failed } = outcome;
      await care.session.ingest([
        { kind: 'tool_result', call: call.id, name: call.name, text, failed },
      ]);
    }
  }

  /** Answers the calls that an earlier turn left open, such as one that ended with the editor. */
  private async settleCalls(): Promise<void> {
    const { session } = this.parts.care;
    const { state } = session;
    const last = state.order.findLast((id) => state.get(id)?.calls !== undefined);
    const missing = last === undefined ? [] : state.openCalls(last);
    await session.ingest(
      missing.map(({ id, name }): NewBlock => {
        return { kind: 'tool_result', call: id, name, text: lostResult, failed: true };
      }),
    );
  }
}

/** Asked anew each time: it changes while one waits. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

/** What of an answer comes into the context: of one that broke off, its text without its calls. */
function answerBlocks({ text, calls, reasoning, outcome }: ModelAnswer): readonly NewBlock[] {
  const made = outcome === 'ok' ? calls : [];
  if (text === '' && made.length === 0) {
    return [];
  }
  return [
    {
      kind: 'assistant_message',
      text,
      calls: made,
      ...(reasoning !== undefined && outcome === 'ok' && { reasoning }),
    },
  ];
}
