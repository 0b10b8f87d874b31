import type { TranscriptResult } from '../../ports/transcripts.ts';
import { RpcError } from '../../protocol/rpc.ts';

/** The value of a result. @throws {RpcError} With the failure's code and sentence. */
export function given<T>(result: TranscriptResult<T>): T {
  if (!result.ok) {
    throw new RpcError(result.failure);
  }
  return result.value;
}
