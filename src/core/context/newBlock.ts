import type { Block, BlockCall, BlockKind } from './block.ts';
import { callTarget, describeAsked, describeCalls } from './callTarget.ts';
import type { ContextState } from './contextState.ts';
import { describeText } from './describeText.ts';
import type { MessageCall } from './message.ts';
import { estimateBlock } from './renderBlock.ts';
import { firstArtifact, usualFields } from './usualBlock.ts';

/** Something that came into the context. */
export type NewBlock =
  | {
      readonly kind: 'system_prompt' | 'user_message' | 'task_state' | 'budget_report';
      readonly text: string;
    }
  | {
      readonly kind: 'assistant_message';
      readonly text: string;
      readonly calls?: readonly MessageCall[];
      /** What the model thought before; kept only where it also made calls or the provider sealed it. */
      readonly reasoning?: { readonly text: string; readonly signature?: string };
    }
  | {
      readonly kind: 'tool_result';
      readonly text: string;
      /** The id of the call that it answers, or `attachmentCall`. */
      readonly call: string;
      readonly name: string;
      readonly failed?: boolean;
    };

/** A block and the texts that belong to it. */
export interface MadeBlock {
  readonly block: Block;
  readonly text: string;
  /** For a block with calls: the text of their artifact. */
  readonly callTexts?: string;
}

const prefixes: Readonly<Record<BlockKind, string>> = {
  system_prompt: 'system',
  user_message: 'user',
  assistant_message: 'assistant',
  reasoning_trace: 'reasoning',
  tool_result: 'tool',
  summary: 'summary',
  task_state: 'state',
  budget_report: 'budget',
};

function idOf(kind: BlockKind, number: number): string {
  return `${prefixes[kind]}_${String(number).padStart(3, '0')}`;
}

/** Kind and text of a block, and what else is known of it. */
interface Given {
  readonly kind: BlockKind;
  readonly text: string;
  /** For a result: the tool, and what it was asked for. */
  readonly asked?: string | undefined;
  readonly extra: Partial<Block>;
  readonly argumentTexts?: readonly string[];
}

function make(given: Given, number: number, turn: number): MadeBlock {
  const { kind, asked, extra } = given;
  // What is no Unicode cannot be stored; it is made so at once, that a session taken up again is the same.
  const text = given.text.toWellFormed();
  const id = idOf(kind, number);
  const artifact = firstArtifact(id);
  const callTexts =
    extra.calls === undefined
      ? undefined
      : JSON.stringify((given.argumentTexts ?? []).map((each) => each.toWellFormed()));
  const tokens = { estimate: 1 };
  const block: Block = {
    id,
    kind,
    content: { form: 'inline', artifact },
    description:
      extra.calls !== undefined && text.trim() === ''
        ? describeCalls(extra.calls.list)
        : describeText(kind, text, asked),
    tokens,
    turn,
    ...usualFields[kind],
    ...extra,
  };
  tokens.estimate = estimateBlock(block, {
    get: (name) => (name === artifact ? text : callTexts),
  });
  return {
    block,
    text,
    ...(callTexts !== undefined && { callTexts }),
  };
}

/** Makes blocks one after the other, each as if those before it were in the context already. */
export class BlockMaker {
  private readonly state: ContextState;
  /** By id of a call: the nearest message that made it, and how many such calls of it have no answer. */
  private readonly waiting = new Map<string, { readonly head: string; left: number }>();
  /** The calls of the messages that were made, by block. */
  private readonly calls = new Map<string, readonly BlockCall[]>();
  private made = 0;

  constructor(state: ContextState) {
    this.state = state;
  }

  /**
   * The blocks that something new becomes: one, or two where reasoning comes with an assistant message. A result becomes
   * a member of the chain of the nearest message that made its call, unless that call has its answer already.
   */
  make(input: NewBlock): readonly MadeBlock[] {
    const number = this.state.nextBlock + this.made;
    const turn = this.state.calls.length;
    const blocks = this.blocksOf(input, number, turn);
    this.made += blocks.length;
    return blocks;
  }

  private blocksOf(input: NewBlock, number: number, turn: number): readonly MadeBlock[] {
    switch (input.kind) {
      case 'system_prompt':
      case 'user_message':
      case 'task_state':
      case 'budget_report':
        return [make({ kind: input.kind, text: input.text, extra: {} }, number, turn)];
      case 'tool_result': {
        const { kind, text, call, name, failed } = input;
        const head = this.headOf(call);
        const result = {
          call,
          name,
          ...(head !== undefined && { head }),
          ...(failed === true && { failed }),
        };
        const asked = describeAsked(result, this.callsOf(head));
        return [make({ kind, text, asked, extra: { result } }, number, turn)];
      }
      case 'assistant_message': {
        const blocks = assistantBlocks(input, number, turn);
        const { id = '', calls } = blocks[0]?.block ?? {};
        this.calls.set(id, calls?.list ?? []);
        for (const call of input.calls ?? []) {
          this.expect(call.id, id);
        }
        return blocks;
      }
    }
  }

  private callsOf(head: string | undefined): readonly BlockCall[] | undefined {
    return this.calls.get(head ?? '') ?? this.state.get(head ?? '')?.calls?.list;
  }

  private expect(call: string, head: string): void {
    const before = this.waiting.get(call);
    const left = before?.head === head ? before.left + 1 : 1;
    this.waiting.set(call, { head, left });
  }

  /** The message whose call waits for this answer. */
  private headOf(call: string): string | undefined {
    let waiting = this.waiting.get(call);
    const head = waiting?.head ?? this.state.headOf(call);
    if (head === undefined) {
      return undefined;
    }
    waiting ??= { head, left: this.state.openCalls(head).filter(({ id }) => id === call).length };
    waiting.left -= 1;
    this.waiting.set(call, waiting);
    return waiting.left >= 0 ? head : undefined;
  }
}

function assistantBlocks(
  input: Extract<NewBlock, { readonly kind: 'assistant_message' }>,
  number: number,
  turn: number,
): readonly MadeBlock[] {
  const { kind, text, calls = [], reasoning } = input;
  const id = idOf(kind, number);
  const extra =
    calls.length === 0
      ? {}
      : {
          calls: {
            list: calls.map((call): BlockCall => {
              const target = callTarget(call.arguments);
              return { id: call.id, name: call.name, ...(target !== undefined && { target }) };
            }),
            artifact: `${firstArtifact(id)}#calls`,
          },
        };
  const argumentTexts = calls.map((call) => call.arguments);
  const message = make({ kind, text, extra, argumentTexts }, number, turn);
  if (reasoning === undefined || (calls.length === 0 && reasoning.signature === undefined)) {
    return [message];
  }
  const { signature } = reasoning;
  const trace = make(
    {
      kind: 'reasoning_trace',
      text: reasoning.text,
      extra: {
        visibility: 'api_required',
        reasoning: { parent: id, ...(signature !== undefined && { signature }) },
      },
    },
    number + 1,
    turn,
  );
  return [message, trace];
}
