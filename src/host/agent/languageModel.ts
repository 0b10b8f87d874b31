import * as vscode from 'vscode';
import type {
  AgentModel,
  AnswerPart,
  ModelRequest,
  ToolSpec,
} from '../../core/agent/agentModel.ts';
import type { ModelProblem } from '../../core/agent/modelFailure.ts';
import { strictSchema, takesStrictSchemas } from '../../core/agent/strictSchema.ts';
import { TextCounts } from '../../core/agent/textCounts.ts';
import type { Log } from '../../ports/log.ts';
import { chatMessages } from './chatMessages.ts';
import { cancellationOf, inTime, untilAborted } from './cancellation.ts';

/** Longest time that counting may hold a turn up, in milliseconds. */
const countPatience = 5000;

/** What a provider answers with when it does not take tools as they were sent. */
const schemaComplaint = /schema|tool|function|parameter|additionalProperties|\b400\b/i;

/** What of a model is remembered over its requests, and over those of later turns. */
export interface ModelMemory {
  readonly counts: TextCounts;
  /** The provider refused strict schemas. */
  plainSchemas: boolean;
  /** Parts of answers that this API does not define, by name. */
  readonly unknownParts: Map<string, number>;
}

/** What is remembered of a model that was not asked yet. */
export function newMemory(model: vscode.LanguageModelChat): ModelMemory {
  const counts = new TextCounts((text) => model.countTokens(text));
  return { counts, plainSchemas: false, unknownParts: new Map() };
}

/** A model of the editor's. It reports no usage, no cache and no reasoning. */
export class LanguageModel implements AgentModel {
  readonly id: string;
  readonly family: string;
  readonly window?: number;
  /** The window of the editor's models is the room for input. */
  readonly reservedOutput = 0;
  private readonly model: vscode.LanguageModelChat;
  private readonly memory: ModelMemory;
  private readonly log: Log;

  constructor(model: vscode.LanguageModelChat, memory: ModelMemory, log: Log) {
    this.id = `${model.vendor}/${model.id}`;
    this.family = model.family;
    this.model = model;
    this.memory = memory;
    this.log = log;
    if (Number.isFinite(model.maxInputTokens) && model.maxInputTokens > 0) {
      this.window = model.maxInputTokens;
    }
  }

  async *request(request: ModelRequest, signal: AbortSignal): AsyncIterable<AnswerPart> {
    const strict = this.isStrict;
    let started = false;
    try {
      for await (const part of this.ask(request, signal, strict)) {
        started = true;
        yield part;
      }
      return;
    } catch (cause) {
      if (!strict || started || signal.aborted || !isAboutSchemas(cause)) {
        throw cause;
      }
      this.log.info(`${this.id} refused strict tool schemas (${messageOf(cause)}).`);
    }
    yield* this.ask(request, signal, false);
    // Only now it is known that the schemas were the reason.
    this.memory.plainSchemas = true;
  }

  count(request: ModelRequest): Promise<number | undefined> {
    return inTime(this.memory.counts.count(request), countPatience);
  }

  private get isStrict(): boolean {
    return (
      !this.memory.plainSchemas &&
      [this.model.family, this.model.id].some((name) => takesStrictSchemas(name))
    );
  }

  private async *ask(
    { messages, tools, required }: ModelRequest,
    signal: AbortSignal,
    strict: boolean,
  ): AsyncIterable<AnswerPart> {
    const { source, release } = cancellationOf(signal);
    try {
      const sending = this.model.sendRequest(
        chatMessages(messages),
        {
          tools: tools.map((tool) => chatTool(tool, strict)),
          justification,
          ...(required === true && { toolMode: vscode.LanguageModelChatToolMode.Required }),
        },
        source.token,
      );
      const response = await untilAborted(Promise.resolve(sending), signal);
      const parts = response.stream[Symbol.asyncIterator]();
      for (;;) {
        const next = await untilAborted(parts.next(), signal);
        if (next.done === true) {
          return;
        }
        const part = this.partOf(next.value);
        if (part !== undefined) {
          yield part;
        }
      }
    } finally {
      release();
    }
  }

  private partOf(part: unknown): AnswerPart | undefined {
    if (part instanceof vscode.LanguageModelTextPart) {
      return { type: 'text', text: part.value };
    }
    if (part instanceof vscode.LanguageModelToolCallPart) {
      const { callId, name, input } = part;
      return { type: 'call', call: { id: callId, name, arguments: JSON.stringify(input) } };
    }
    const kind = part?.constructor.name ?? typeof part;
    const { unknownParts } = this.memory;
    const seen = unknownParts.get(kind) ?? 0;
    unknownParts.set(kind, seen + 1);
    if (seen === 0) {
      this.log.info(`${this.id} answers with parts of the kind ${kind}; they are left out.`);
    }
    return undefined;
  }
}

const justification = 'You asked @chipboard a question.';

function chatTool(tool: ToolSpec, strict: boolean): vscode.LanguageModelChatTool {
  const { name, description, schema } = tool;
  return { name, description, inputSchema: (strict ? strictSchema(schema) : undefined) ?? schema };
}

/** What was thrown, as far as the editor tells what it is. */
export function problemOf(cause: unknown): ModelProblem {
  const message = messageOf(cause);
  return cause instanceof vscode.LanguageModelError ? { code: cause.code, message } : { message };
}

/** The sentence of what was thrown. */
export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function isAboutSchemas(cause: unknown): boolean {
  const code = cause instanceof vscode.LanguageModelError ? cause.code : '';
  const isOther = ['NoPermissions', 'NotFound', 'Blocked'].includes(code);
  return !isOther && schemaComplaint.test(messageOf(cause));
}
