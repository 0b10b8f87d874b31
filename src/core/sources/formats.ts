import { claudeCode } from './claudeCode/claudeCode.ts';
import { cline, rooCode } from './cline/taskFormats.ts';
import { codexFormat } from './codex/codexFormat.ts';
import { copilotDebugLog } from './copilotDebugLog/copilotDebugLog.ts';
import { copilotEvents } from './copilotEvents/copilotEvents.ts';
import { geminiCliDocumentFormat, geminiCliFormat } from './geminiCli/geminiFormats.ts';
import { opencode } from './opencode/opencodeFormat.ts';
import { wireArchive, wireCapture } from './wire/wireFormats.ts';
import type { TranscriptFormat, TranscriptSample } from './transcriptFormat.ts';
import { vscodeChat } from './vscodeChat/chatDocument.ts';
import { vscodeChatLog } from './vscodeChat/chatLog.ts';

/** All formats that are known, those that are told apart most surely first. */
export const transcriptFormats: readonly TranscriptFormat[] = [
  claudeCode,
  codexFormat,
  vscodeChatLog,
  vscodeChat,
  copilotEvents,
  copilotDebugLog,
  geminiCliFormat,
  geminiCliDocumentFormat,
  opencode,
  rooCode,
  cline,
  wireCapture,
  wireArchive,
];

/** The format of a file; undefined if none knows it. */
export function formatOf(sample: TranscriptSample): TranscriptFormat | undefined {
  return transcriptFormats.find((format) => format.recognises(sample));
}

/** The format with an id; undefined if there is none. */
export function formatById(id: string): TranscriptFormat | undefined {
  return transcriptFormats.find((format) => format.id === id);
}
