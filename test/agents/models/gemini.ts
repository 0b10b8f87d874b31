import { z } from 'zod';
import { usageOf, type ModelMove, type Turn, type Wire } from './conversation.ts';

const request = z.looseObject({
  contents: z.array(
    z.looseObject({
      role: z.string().optional(),
      parts: z.array(
        z.looseObject({
          text: z.string().optional(),
          functionResponse: z.looseObject({ response: z.unknown() }).optional(),
        }),
      ),
    }),
  ),
  tools: z
    .array(
      z.looseObject({
        functionDeclarations: z.array(z.looseObject({ name: z.string() })).optional(),
      }),
    )
    .nullish(),
});

type Part = z.infer<typeof request>['contents'][number]['parts'][number];

const outcome = z.looseObject({
  output: z.string().optional(),
  error: z.string().optional(),
});

/** Gemini's generateContent and streamGenerateContent. */
export const gemini: Wire = {
  name: 'gemini',

  fits: (path) => /:(generateContent|streamGenerateContent)$/.test(path),

  read(body, path) {
    const { contents, tools } = request.parse(body);
    return {
      tools: (tools ?? [])
        .flatMap(({ functionDeclarations }) => functionDeclarations ?? [])
        .map(({ name }) => ({ name })),
      turns: contents
        .filter(({ role }) => role !== 'model')
        .flatMap(({ parts }) => parts.flatMap(turn)),
      stream: path.endsWith(':streamGenerateContent'),
    };
  },

  whole: answer,

  pieces: (move, id) => [{ data: answer(move, id) }],
};

function turn({ text, functionResponse }: Part): Turn[] {
  if (functionResponse !== undefined) {
    return [{ result: resultOf(functionResponse.response) }];
  }
  return text === undefined ? [] : [{ user: text }];
}

/** Gemini CLI puts the text of a result into one field, that of a failure into another. */
function resultOf(response: unknown): string {
  const { data } = outcome.safeParse(response);
  return data?.output ?? data?.error ?? JSON.stringify(response);
}

function answer(move: ModelMove, id: string): object {
  const { input, output } = usageOf(id);
  const part =
    move.kind === 'say'
      ? { text: move.text }
      : { functionCall: { name: move.tool.name, args: JSON.parse(move.json) as unknown } };
  return {
    candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
    usageMetadata: {
      promptTokenCount: input,
      candidatesTokenCount: output,
      totalTokenCount: input + output,
    },
    modelVersion: 'scripted',
    responseId: id,
  };
}
