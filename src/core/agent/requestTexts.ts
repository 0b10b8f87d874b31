import type { ModelRequest } from './agentModel.ts';

/** The texts of a request, one per message and one per tool: what a tokenizer that takes texts has to count. */
export function requestTexts({ messages, tools }: ModelRequest): string[] {
  return [
    ...messages.map(({ text, calls = [] }) =>
      [text, ...calls.map((call) => `${call.name} ${call.arguments}`)].join('\n'),
    ),
    ...tools.map(({ name, description, schema }) =>
      [name, description, JSON.stringify(schema)].join('\n'),
    ),
  ];
}
