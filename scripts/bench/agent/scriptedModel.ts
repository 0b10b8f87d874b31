import type { AgentModel, AnswerPart, ModelRequest } from '../../../src/core/agent/agentModel.ts';
import type { MessageCall } from '../../../src/core/context/message.ts';
import { tidyingOf, type Habit } from './tidying.ts';
import type { PromptMeter } from './promptMeter.ts';
import { factKey, readView, type ViewReading, type WantedFact } from './viewReading.ts';
import { wantedFacts } from './wantedFacts.ts';

/** What a scripted model is made from. */
export interface ScriptParts {
  readonly meter: PromptMeter;
  /** Tokens; a larger request is refused, as a provider does. */
  readonly window: number;
  readonly reservedOutput: number;
  /** When it patches its context, where it may. */
  readonly habit: Habit;
  /** Most texts that it asks for in one answer. */
  readonly atOnce: number;
}

/** What it answers when what it needs cannot be had. */
const unknownAnswer = 'Answer: not known.';

/**
 * A model that answers from the messages it is given: it reads facts by the form of their sentences, asks for the texts
 * it lacks, and does what reports and instructions tell it. It keeps nothing between requests but ids for its calls.
 */
export class ScriptedModel implements AgentModel {
  readonly id = 'scripted';
  readonly family = 'scripted';
  readonly window: number;
  readonly reservedOutput: number;
  private readonly parts: ScriptParts;
  private calls = 0;

  constructor(parts: ScriptParts) {
    this.parts = parts;
    this.window = parts.window;
    this.reservedOutput = parts.reservedOutput;
  }

  async *request(request: ModelRequest): AsyncIterable<AnswerPart> {
    const usage = this.parts.meter.measure(request);
    if (usage.input > this.window) {
      throw new Error(`The request has ${usage.input} tokens; the window has ${this.window}.`);
    }
    await Promise.resolve();
    yield* this.answer(readView(request.messages), new Set(request.tools.map(({ name }) => name)));
    yield { type: 'usage', usage };
  }

  private *answer(view: ViewReading, tools: ReadonlySet<string>): Generator<AnswerPart> {
    const update = tools.has('context-update') ? tidyingOf(view, this.parts.habit) : undefined;
    if (view.isMaintenance) {
      yield update === undefined
        ? { type: 'text', text: 'no_context_update_needed' }
        : this.call('context-update', update);
      return;
    }
    const missing = missingFacts(view);
    if (missing.length === 0) {
      yield { type: 'text', text: answerOf(view) };
      return;
    }
    const looks = this.looks(view, missing, tools);
    if (looks.length === 0) {
      yield { type: 'text', text: unknownAnswer };
      return;
    }
    if (update !== undefined) {
      yield this.call('context-update', update);
    }
    for (const { name, given } of looks) {
      yield this.call(name, given);
    }
  }

  /** The calls that bring the facts: a search in a text that is kept, else the dossier. None is made twice. */
  private looks(
    view: ViewReading,
    missing: readonly WantedFact[],
    tools: ReadonlySet<string>,
  ): readonly { readonly name: string; readonly given: object }[] {
    const looks = missing.flatMap((wanted) => {
      const uri = view.addresses.get(wanted.name);
      const searched = { name: 'artifact-get', given: { uri, search: factKey(wanted) } };
      const read = { name: 'document-read', given: { name: wanted.name } };
      const ways = uri !== undefined && tools.has('artifact-get') ? [searched, read] : [read];
      const way = ways.find(
        ({ name, given }) => !view.looked.has(`${name} ${JSON.stringify(given)}`),
      );
      return way === undefined ? [] : [way];
    });
    return looks.slice(0, this.parts.atOnce);
  }

  private call(name: string, given: object): AnswerPart {
    this.calls += 1;
    const call: MessageCall = { id: `c${this.calls}`, name, arguments: JSON.stringify(given) };
    return { type: 'call', call };
  }
}

function missingFacts({ question, facts }: ViewReading): readonly WantedFact[] {
  return wantedFacts(question, facts).filter((wanted) => !facts.has(factKey(wanted)));
}

function answerOf({ question, facts }: ViewReading): string {
  const values = wantedFacts(question, facts).map((wanted) => facts.get(factKey(wanted)) ?? '');
  return question.includes('sum of')
    ? `Answer: ${values.reduce((sum, value) => sum + Number(value), 0)}.`
    : `Answer: ${values.at(-1) ?? ''}.`;
}
