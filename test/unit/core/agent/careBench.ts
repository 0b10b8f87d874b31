import type {
  AgentModel,
  AnswerPart,
  ModelRequest,
  ToolSpec,
} from '../../../../src/core/agent/agentModel.ts';
import {
  ContextCare,
  type CareOptions,
  type PreparedRequest,
} from '../../../../src/core/agent/contextCare.ts';
import { estimateTokens } from '../../../../src/core/context/estimateTokens.ts';
import { ContextBench } from '../../../fakes/contextBench.ts';

const sentence = 'The steering board revised the funding plan in spite of missing records. ';

const perSentence = estimateTokens(sentence.repeat(100)) / 100;

/** A text of about so many tokens. */
export function textOf(tokens: number): string {
  return sentence.repeat(Math.ceil(tokens / perSentence));
}

/** A tool that has nothing to do with the context, and the one that patches it. */
export const tools: readonly ToolSpec[] = [
  { name: 'be-read', description: 'Reads.', schema: { type: 'object' } },
  {
    name: 'context-update',
    description: 'Patches.',
    schema: { type: 'object' },
    context: 'update',
  },
];

/** A model that answers what it is told to, one answer per request. */
export class FakeModel implements AgentModel {
  readonly id = 'fake';
  readonly family = 'fake';
  readonly window: number;
  readonly requests: ModelRequest[] = [];
  answers: (readonly AnswerPart[])[] = [];

  constructor(window: number) {
    this.window = window;
  }

  async *request(request: ModelRequest): AsyncIterable<AnswerPart> {
    this.requests.push(request);
    await Promise.resolve();
    yield* this.answers.shift() ?? [{ type: 'text', text: 'done' }];
  }
}

/** A session with a question, in a window of 10,000 tokens, that is filled by results of tools. */
export class CareBench {
  readonly context: ContextBench;
  readonly care: ContextCare;
  readonly model: FakeModel;

  private constructor(context: ContextBench, care: ContextCare, model: FakeModel) {
    this.context = context;
    this.care = care;
    this.model = model;
  }

  static async begin(options: Partial<CareOptions> = {}, window = 10_000): Promise<CareBench> {
    const context = await ContextBench.begin();
    await context.user('What is it?');
    const given = { agentPatches: true, safetyNet: true, ...options };
    return new CareBench(context, new ContextCare(context.session, given), new FakeModel(window));
  }

  prepare(): Promise<PreparedRequest> {
    return this.care.prepare(this.model, tools);
  }

  /** A request, answered by a call of a tool, whose result has so many tokens. Gives the result's id. */
  async step(tokens: number, tool = 'be-read'): Promise<string> {
    const { session } = this.context;
    const { estimate } = await this.prepare();
    await session.recordCall({
      ...{ request: `r${session.state.calls.length}`, model: 'fake', estimate, visibleBlocks: 1 },
      ...{ outcome: 'ok', viewHash: session.viewHash, usage: { input: estimate } },
    });
    this.care.answered({ calls: [tool], text: '' });
    const [, result = ''] = await this.context.chain(textOf(tokens));
    return result;
  }

  /** Takes blocks out of the view as the agent would. */
  async offload(...ids: readonly string[]): Promise<void> {
    const replaceWith = { description: 'd', summary: 's', hint: 'h' };
    const result = await this.context.patch({ op: 'payload_offload', ids, replaceWith });
    if (!result.ok) {
      throw new Error(result.rejections.map(({ message }) => message).join(' '));
    }
  }
}

/** The pressures of the reports in a request, as they say. */
export function reportsIn({ messages }: PreparedRequest): readonly number[] {
  return messages
    .filter(({ text }) => /^\[block:budget_\d+\]\n<budget_report>/.test(text))
    .map(({ text }) => Number(/"pressure": ([\d.]+)/.exec(text)?.[1]));
}

/** Whether a request has a nudge. */
export function hasNudge({ messages }: PreparedRequest): boolean {
  return messages.some(({ text }) => text.includes('was not acted on'));
}
