import type { NewBlock } from '../../src/core/context/newBlock.ts';

/** Blocks of a chain: one message with calls, and their results. */
export const blocksPerChain = 4;

const resultLength = 680;
const words = [
  ...['const', 'return', 'value', 'index', 'parser', 'token', 'state', 'error', 'result', 'line'],
  ...['import', 'from', 'export', 'function', 'block', 'range', 'offset', 'length', 'string'],
  ...['if (!', ') {', '}', ' => ', ' === ', '();', ', ', '\n  ', ': ', ' ?? ', '.map('],
];

/** The same chain for the same number: a message with three calls, and three results of 680 characters like sources. */
export function chainOf(number: number): readonly NewBlock[] {
  const calls = [1, 2, 3].map((each) => ({
    id: `call_${number}_${each}`,
    name: 'be-read',
    arguments: `{"file":"src/part${number % 97}/file${each}.ts:${number}-${number + 20}"}`,
  }));
  return [
    { kind: 'assistant_message', text: `I look at part ${number}.`, calls },
    ...calls.map(({ id, name }, index): NewBlock => {
      return { kind: 'tool_result', call: id, name, text: textOf(number * 3 + index) };
    }),
  ];
}

function textOf(seed: number): string {
  let state = (seed + 1) * 2654435761;
  let text = `${seed} `;
  while (text.length < resultLength) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    // Names and numbers between the words, as sources have, so that texts do not pack better than those.
    text += `${words[state % words.length] ?? ''} ${state % 3 === 0 ? (state >>> 12).toString(36) : ''}`;
  }
  return text.slice(0, resultLength);
}
