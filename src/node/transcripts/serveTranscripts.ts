import type { MessagePort } from 'node:worker_threads';
import type { FileBytes, TranscriptResult, TranscriptSource } from '../../ports/transcripts.ts';
import { buffersOf } from '../handOver.ts';
import { failed } from './transcriptFiles.ts';
import type {
  TranscriptMethod,
  TranscriptsReply,
  TranscriptsRequest,
} from './transcriptsMessages.ts';

/** Methods whose last argument is a signal, and how many come before it. */
const argumentsBeforeSignal: Partial<Record<TranscriptMethod, number>> = {
  find: 1,
  open: 1,
  search: 2,
  hits: 2,
};

/** Answers calls that come through a port from a source in this thread. */
export function serveTranscripts(port: MessagePort, source: TranscriptSource): void {
  const running = new Map<number, AbortController>();
  const tell = (reply: TranscriptsReply, transfer: readonly ArrayBuffer[] = []): void =>
    port.postMessage(reply, transfer);
  const answer = async (
    method: TranscriptMethod,
    args: readonly unknown[],
    signal: AbortSignal,
  ): Promise<unknown> => {
    const before = argumentsBeforeSignal[method];
    const all = before === undefined ? args : [...args.slice(0, before), signal];
    try {
      const call = source[method].bind(source) as (...all: readonly unknown[]) => Promise<unknown>;
      return await call(...all);
    } catch (error) {
      return failed('not-readable', `Reading failed: ${String(error)}`);
    }
  };
  source.onDidChange((state) => tell({ state }));
  port.on('message', (request: TranscriptsRequest) => {
    if ('cancel' in request) {
      running.get(request.cancel)?.abort();
      return;
    }
    const { id, method, args } = request;
    const controller = new AbortController();
    running.set(id, controller);
    void answer(method, args, controller.signal).then((value) => {
      running.delete(id);
      tell({ id, value }, method === 'bytes' ? bytesIn(value) : []);
    });
  });
}

/** Bytes go to who asked, without a copy. */
function bytesIn(value: unknown): ArrayBuffer[] {
  const result = value as TranscriptResult<FileBytes>;
  return result.ok ? buffersOf(result.value.bytes) : [];
}
