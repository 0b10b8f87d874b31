import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Message } from '../../../../src/core/context/message.ts';
import { anthropicMessages } from '../../../../src/core/context/render/anthropicMessages.ts';
import { anyMessages, brokenMessages } from '../../../fakes/anyMessages.ts';
import { anthropicViolations } from '../../../fakes/modelApis/anthropicMessages.ts';
import {
  providerShapes as shapes,
  type ProviderShape,
} from '../../../fakes/modelApis/providerShapes.ts';

/** All texts of a request, names of fields too; those that are JSON also by what is in them. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') {
    return [value, ...innerTexts(value)];
  }
  if (typeof value !== 'object' || value === null) {
    return [String(value)];
  }
  return Object.entries(value).flatMap(([name, field]) => [name, ...textsIn(field)]);
}

function innerTexts(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? textsIn(value) : [];
  } catch {
    return [];
  }
}

/** Texts that must reach the model: whole ones, and the leaves of arguments. */
function textsOf(messages: readonly Message[], shape: ProviderShape): string[] {
  const texts = messages.flatMap((message) => {
    const speaks = message.text.trim() !== '' || (message.calls?.length ?? 0) > 0;
    const { reasoning, calls = [] } = message;
    return [
      message.text,
      ...(reasoning && speaks && shape.hasReasoning(reasoning) ? [reasoning.text] : []),
      ...calls.flatMap((call) => argumentTexts(call.arguments)),
    ];
  });
  return texts.filter((text) => text.trim() !== '').map((text) => text.toWellFormed());
}

function argumentTexts(text: string): string[] {
  const value = readObject(text);
  return value ? textsIn(value) : [text];
}

function readObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && !text.includes('1e999') ? value : undefined;
  } catch {
    return undefined;
  }
}

describe('the rendering of a view', () => {
  for (const [name, shape] of Object.entries(shapes)) {
    it(`is what the API takes: ${name}`, () => {
      fc.assert(
        fc.property(anyMessages, (messages) => {
          assert.deepEqual(shape.check(shape.render(messages)), []);
        }),
        { numRuns: 150 },
      );
    });

    it(`is what the API takes even of broken chains: ${name}`, () => {
      fc.assert(
        fc.property(brokenMessages, (messages) => {
          assert.deepEqual(shape.check(shape.render(messages)), []);
        }),
        { numRuns: 150 },
      );
    });

    it(`loses no text, of broken chains neither: ${name}`, () => {
      fc.assert(
        fc.property(fc.oneof(anyMessages, brokenMessages), (messages) => {
          const sent = textsIn(JSON.parse(JSON.stringify(shape.render(messages))));
          // Apart by a character that the texts do not have.
          const whole = sent.join('\u{f0000}').toWellFormed();
          const lost = textsOf(messages, shape).filter((text) => !whole.includes(text));

          assert.deepEqual(lost, []);
        }),
        { numRuns: 150 },
      );
    });

    it(`is the same each time, and leaves the messages as they are: ${name}`, () => {
      fc.assert(
        fc.property(anyMessages, (messages) => {
          const before = JSON.stringify(messages);
          const first = JSON.stringify(shape.render(messages));

          assert.equal(JSON.stringify(shape.render(messages)), first);
          assert.equal(JSON.stringify(messages), before);
        }),
      );
    });
  }

  it('keeps what was sent when an answer comes in, so that caches and bound reasoning stay valid', () => {
    const listOf = (request: object): unknown[] =>
      Object.values(request).findLast((value) => Array.isArray(value)) as unknown[];
    const answer: Message = { role: 'assistant', text: 'Done.' };
    for (const { render } of Object.values(shapes)) {
      fc.assert(
        fc.property(anyMessages, (messages) => {
          const sent = listOf(render(messages));

          assert.deepEqual(listOf(render([...messages, answer])).slice(0, sent.length), sent);
        }),
        { numRuns: 50 },
      );
    }
  });

  it('keeps the reasoning that an Anthropic tool loop needs', () => {
    fc.assert(
      fc.property(anyMessages, (messages) => {
        const sealed = messages.map((message, index) =>
          message.calls ? { ...message, reasoning: { text: '', signature: `s${index}` } } : message,
        );
        const request = anthropicMessages(sealed, { thinking: true });
        const given = new Map(
          sealed.flatMap(({ calls, reasoning }) =>
            calls?.[0] && reasoning?.signature
              ? [[calls[0].id.replace(/[^\w-]/g, '_'), reasoning.signature] as const]
              : [],
          ),
        );

        assert.deepEqual(anthropicViolations(request, { thinking: 'enabled', given }), []);
      }),
    );
  });
});
