import { codexFormat } from '../../src/core/sources/codex/codexFormat.ts';
import type { RecordedSession } from '../../src/core/sources/recordedSession.ts';
import { indicesOf, type Runs } from '../../src/ports/runs.ts';
import { linesFile, readSample } from './transcripts.ts';
import { assertSound, assertTexts } from './sessionChecks.ts';

/** A record of a rollout. */
export type Line = Readonly<Record<string, unknown>>;

/** A UUID of version 7 that was made at a time. */
export function uuid7(time: number): string {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** When records are made, unless they say something else. */
export const start = Date.parse('2026-03-01T10:00:00Z');

/** A record in its envelope. */
export function line(type: string, payload: Line, at = start): Line {
  return { timestamp: new Date(at).toISOString(), type, payload };
}
/** An item of the window. */
export const item = (payload: Line, at = start): Line => line('response_item', payload, at);
/** An event. */
export const event = (payload: Line, at = start): Line => line('event_msg', payload, at);
/** A message. */
export const said = (role: string, text: string): Line =>
  item({
    type: 'message',
    role,
    content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
  });
/** A question, as message and as event. */
export const asked = (text: string): Line[] => [
  said('user', text),
  event({ type: 'user_message', message: text }),
];
/** Counts of a call: its input and the sum of all inputs so far. */
export function counted(input: number, total: number, at = start): Line {
  return event(
    {
      type: 'token_count',
      info: {
        total_token_usage: { input_tokens: total },
        last_token_usage: {
          input_tokens: input,
          cached_input_tokens: 2,
          output_tokens: 5,
          reasoning_output_tokens: 3,
        },
        model_context_window: 1000,
      },
    },
    at,
  );
}
/** A call of a tool. */
export const called = (id: string): Line =>
  item({ type: 'function_call', name: 'shell', arguments: '{"cmd":"ls"}', call_id: id });
/** What a tool gave. */
export const gave = (id: string, output: unknown): Line =>
  item({ type: 'function_call_output', call_id: id, output });
/** The header of a session. */
export const header = (more: Line = {}): Line =>
  line('session_meta', { id: 'made', cwd: '/w', ...more });

/** Reads records and checks what must hold of any session. */
export function read(lines: readonly Line[]): RecordedSession {
  const file = linesFile('made.jsonl', lines);
  const session = readSample(codexFormat, [file]);
  assertSound(session, lines.length);
  if (session.blocks.length > 0) {
    assertTexts([file], session);
  }
  return session;
}

/** First words of blocks. */
export function texts({ blocks }: RecordedSession, runs: Runs): string[] {
  return [...indicesOf(runs)].map((index) => blocks[index]?.description ?? '');
}
