import fc from 'fast-check';
import type { Message, MessageCall } from '../../src/core/context/message.ts';

/** Texts as views have them: of any characters, half ones, escapes of half ones, nothing, blanks. */
export const anyViewText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('', ' ', '\n\t', '\ud800', 'a\udc00b', '\ud83d\ude00', '\\ud800', '\u0000', '{}'),
);

/** Arguments as models write them: mostly objects, now and then something else or broken off. */
export const anyArguments: fc.Arbitrary<string> = fc.oneof(
  fc
    .dictionary(anyViewText, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
    .map((value) => JSON.stringify(value)),
  fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
  anyViewText,
  fc.constantFrom(
    '{"a":"\\ud800"}',
    '{"\\udc00":1}',
    '{"a":',
    '{"a":1e999}',
    '{"__proto__":{"b":1}}',
  ),
);

const anyReasoning = fc.record(
  { text: anyViewText, signature: fc.base64String({ minLength: 4, maxLength: 8 }) },
  { requiredKeys: ['text'], noNullPrototype: true },
);

interface Step {
  readonly before: readonly Message[];
  readonly text: string;
  readonly reasoning: { readonly text: string; readonly signature?: string } | undefined;
  readonly calls: readonly {
    readonly name: string;
    readonly arguments: string;
    readonly result: string;
    readonly failed: boolean;
  }[];
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  before: fc.array(
    fc.record({ role: fc.constantFrom('system' as const, 'user' as const), text: anyViewText }),
    { maxLength: 2 },
  ),
  text: anyViewText,
  reasoning: fc.option(anyReasoning, { nil: undefined }),
  calls: fc.array(
    fc.record({
      name: fc.constantFrom('read', 'artifact-get', 'functions.read', ''),
      arguments: anyArguments,
      result: anyViewText,
      failed: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
});

/**
 * Views with complete chains. They may begin or end with the assistant, let either side speak several times, have calls
 * without a text, results in another order than the calls, and ids in others' forms.
 */
export const anyMessages: fc.Arbitrary<Message[]> = fc
  .tuple(
    fc.array(anyStep, { maxLength: 5 }),
    fc.boolean(),
    fc.constantFrom('call_', 'functions.read:'),
  )
  .map(([steps, reversed, prefix]) =>
    steps.flatMap((step, number) => stepMessages(step, `${prefix}${number}`, reversed)),
  );

function stepMessages(step: Step, prefix: string, reversed: boolean): Message[] {
  const calls: MessageCall[] = step.calls.map((call, index) => ({
    id: `${prefix}_${index}`,
    name: call.name,
    arguments: call.arguments,
  }));
  const results = step.calls.map((call, index): Message => ({
    role: 'tool',
    text: call.result,
    call: calls[index]?.id ?? '',
    name: call.name,
    failed: call.failed,
  }));
  return [
    ...step.before,
    {
      role: 'assistant',
      text: step.text,
      ...(calls.length > 0 && { calls }),
      ...(step.reasoning && { reasoning: step.reasoning }),
    },
    ...(reversed ? results.reverse() : results),
  ];
}

/** Any messages at all, chains broken in every way. */
export const brokenMessages: fc.Arbitrary<Message[]> = fc
  .tuple(anyMessages, fc.array(fc.nat(20), { maxLength: 6 }))
  .map(([messages, picks]) => {
    const broken = [...messages];
    for (const pick of picks) {
      const taken = broken.splice(pick % Math.max(1, broken.length), 1);
      // Half of them come back at another place, once or twice.
      if (pick % 2 === 0) {
        broken.splice(pick % 7, 0, ...taken, ...(pick % 4 === 0 ? taken : []));
      }
    }
    return broken;
  });
