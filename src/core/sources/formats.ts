import { copilotDebugLog } from './copilotDebugLog/copilotDebugLog.ts';
import { copilotEvents } from './copilotEvents/copilotEvents.ts';
import type { TranscriptFormat, TranscriptSample } from './transcriptFormat.ts';
import { vscodeChat } from './vscodeChat/chatDocument.ts';
import { vscodeChatLog } from './vscodeChat/chatLog.ts';

/** All formats that are known, those that are told apart most surely first. */
export const transcriptFormats: readonly TranscriptFormat[] = [
  copilotEvents,
  copilotDebugLog,
  vscodeChatLog,
  vscodeChat,
];

/** The format of a file; undefined if none knows it. */
export function formatOf(sample: TranscriptSample): TranscriptFormat | undefined {
  return transcriptFormats.find((format) => format.recognises(sample));
}

/** The format with an id; undefined if there is none. */
export function formatById(id: string): TranscriptFormat | undefined {
  return transcriptFormats.find((format) => format.id === id);
}
