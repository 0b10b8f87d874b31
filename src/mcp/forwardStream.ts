import { request } from 'node:http';
import type { ClientRequest } from 'node:http';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

/** An event stream to be listened to. */
export interface StreamParts {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly onMessage: (message: JSONRPCMessage) => void;
  /** The stream has ended, or there is none; called once. */
  readonly onEnd: () => void;
}

/** Opens a session's event stream; its end is how a window that closes is noticed at once. */
export function openStream({ url, headers, onMessage, onEnd }: StreamParts): ClientRequest {
  let told = false;
  const end = (): void => {
    if (!told) {
      told = true;
      onEnd();
    }
  };
  const outgoing = request(
    url,
    { agent: false, headers: { Accept: 'text/event-stream', ...headers } },
    (response) => {
      let rest = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        const lines = (rest + chunk).split('\n');
        rest = lines.pop() ?? '';
        lines.flatMap(messageOf).forEach(onMessage);
      });
      response.on('error', end);
      response.on('close', end);
    },
  );
  outgoing.on('error', end);
  outgoing.end();
  return outgoing;
}

function messageOf(line: string): JSONRPCMessage[] {
  return line.startsWith('data: ') ? [JSON.parse(line.slice(6)) as JSONRPCMessage] : [];
}
