import type {
  AgentModel,
  AgentOutput,
  AgentTools,
  AnswerPart,
  ModelRequest,
  ToolOutcome,
  ToolSpec,
} from '../../src/core/agent/agentModel.ts';
import { AgentTurn, type TurnEnd, type TurnParts } from '../../src/core/agent/agentTurn.ts';
import { ContextCare, type CareOptions } from '../../src/core/agent/contextCare.ts';
import type { MessageCall } from '../../src/core/context/message.ts';
import type { Operation } from '../../src/core/context/operations.ts';
import { ContextBench } from './contextBench.ts';

/** What a scripted model gives: parts, things to do between them, and errors to throw. */
export type Given = AnswerPart | (() => void) | Error;

/** A model that plays a script: one list of parts per request. The last list is played for all that follow. */
export class ScriptedModel implements AgentModel {
  readonly id: string;
  readonly family = 'scripted';
  window?: number;
  readonly requests: ModelRequest[] = [];
  script: readonly (readonly Given[] | ((request: ModelRequest) => readonly Given[]))[];

  constructor(script: ScriptedModel['script'], id = 'scripted/model') {
    this.script = script;
    this.id = id;
  }

  async *request(request: ModelRequest): AsyncIterable<AnswerPart> {
    const step = this.script[Math.min(this.requests.length, this.script.length - 1)] ?? [];
    this.requests.push(request);
    for (const part of typeof step === 'function' ? step(request) : step) {
      if (part instanceof Error) {
        throw part;
      }
      if (typeof part === 'function') {
        part();
        await Promise.resolve();
      } else {
        yield part;
      }
    }
  }
}

/** A text as a model says it. */
export function said(text: string): AnswerPart {
  return { type: 'text', text };
}

let calls = 0;

/** A call as a model makes it. */
export function called(name: string, args: object = {}): AnswerPart {
  calls += 1;
  return { type: 'call', call: { id: `c${calls}`, name, arguments: JSON.stringify(args) } };
}

const update: ToolSpec = {
  name: 'context-update',
  description: 'Changes the context.',
  schema: { type: 'object' },
  context: 'update',
};
const look: ToolSpec = { name: 'look', description: 'Looks.', schema: { type: 'object' } };

/** A session with an agent, whose model and tools a test scripts. */
export class AgentBench implements AgentOutput {
  readonly context: ContextBench;
  care: ContextCare;
  readonly shown: string[] = [];
  readonly progressed: string[] = [];
  readonly controller = new AbortController();
  /** What the tool `look` answers. */
  look: (call: MessageCall, signal: AbortSignal) => Promise<ToolOutcome> = () =>
    Promise.resolve({ text: 'seen', failed: false });
  readonly invoked: string[] = [];
  private readonly options: CareOptions;

  constructor(context: ContextBench, options: Partial<CareOptions> = {}) {
    this.context = context;
    this.options = { agentPatches: true, safetyNet: true, ...options };
    this.care = new ContextCare(context.session, this.options);
  }

  static async begin(options: Partial<CareOptions> = {}): Promise<AgentBench> {
    return new AgentBench(await ContextBench.begin(), options);
  }

  /** As after a reload: the session is what its journal says, and whatever was in memory is gone. */
  async reopen(): Promise<void> {
    this.context.session = await this.context.reopened();
    this.care = new ContextCare(this.context.session, this.options);
  }

  readonly tools: AgentTools = {
    list: () => [look, update],
    invoke: async (call, signal) => {
      this.invoked.push(call.name);
      if (call.name !== update.name) {
        return this.look(call, signal);
      }
      const { operations } = JSON.parse(call.arguments) as { operations: readonly Operation[] };
      const result = await this.context.session.apply({ reason: 'asked', operations }, 'agent');
      return { text: JSON.stringify(result.rejections), failed: !result.ok };
    },
  };

  text(piece: string): void {
    this.shown.push(piece);
  }

  progress(message: string): void {
    this.progressed.push(message);
  }

  /** The parts of a turn with a model. */
  parts(model: AgentModel, maxSteps = 20): TurnParts {
    let number = 0;
    return {
      ...{ care: this.care, model, tools: this.tools, output: this, maxSteps },
      random: { hex: () => `request-${(number += 1)}-${model.id}-${this.shown.length}` },
      signal: this.controller.signal,
    };
  }

  /** Gives the model a window of which its next request would take this share. */
  fill(model: ScriptedModel, share: number): void {
    const { used = 0 } = this.care.measure(model, this.tools.list());
    model.window = Math.round(used / share);
  }

  /** Asks a question. */
  ask(question: string, model: AgentModel, maxSteps = 20): Promise<TurnEnd> {
    return new AgentTurn(this.parts(model, maxSteps)).run(question);
  }

  /** Kind and text of each block in the order of the context. */
  async blocks(): Promise<readonly (readonly [string, string])[]> {
    const { session } = this.context;
    const blocks = session.state.order.flatMap((id) => session.state.get(id) ?? []);
    return Promise.all(
      blocks.map(async ({ kind, content: { artifact } }) => {
        return [kind, (await session.text(artifact)) ?? ''] as const;
      }),
    );
  }
}
