import { PassThrough } from 'node:stream';
import { serveStdio } from '../../../src/mcp/stdioServer.ts';
import { findWindows, WindowAnnouncement } from '../../../src/node/discovery.ts';
import { CountingRandom, FakeToolService, RecordingLog, token } from '../mcp/mcpRig.ts';
import { atEnd, call, hello, scratch } from './headlessRig.ts';

/** A message as it is read. */
export type Received = Record<string, unknown>;

/** A server on streams of this process, and the folder whose windows it looks for. */
export interface ForwardRig {
  readonly root: string;
  readonly storage: string;
  /** The tools of the server itself. */
  readonly here: FakeToolService;
  readonly log: RecordingLog;
  /** Every message so far. */
  readonly received: Received[];
  send(message: unknown): void;
  /** Sends a request and waits for its answer. */
  ask(id: number, name: string, args: unknown): Promise<Received>;
  /** Waits for a message. */
  until(fits: (message: Received) => boolean): Promise<Received>;
  /** Announces a window with this folder. */
  announce(url: string, folders?: readonly string[]): Promise<WindowAnnouncement>;
}

/** Starts a server, with its client introduced. */
export async function startForwarding(): Promise<ForwardRig> {
  const [root, storage] = await Promise.all([scratch('root'), scratch('storage')]);
  const [input, output] = [new PassThrough(), new PassThrough()];
  const here = new FakeToolService();
  const log = new RecordingLog();
  const { received, until } = collect(output);
  const connection = await serveStdio({
    ...{ input, output, service: here, version: '1.2.3', log, random: new CountingRandom() },
    findWindows: () => findWindows(storage, [root]),
  });
  atEnd(() => connection.close());
  const send = (message: unknown): void => void input.write(`${JSON.stringify(message)}\n`);
  hello.forEach(send);
  await until(({ id }) => id === 'init');
  return {
    ...{ root, storage, here, log, received, send, until },
    ask(id, name, args) {
      send(call(id, name, args));
      return until((message) => message.id === id);
    },
    async announce(url, folders = [root]) {
      const announcement = new WindowAnnouncement(storage, '1.2.3');
      await announcement.announce({ url, token, folders });
      atEnd(() => announcement.withdraw());
      return announcement;
    },
  };
}

function collect(output: PassThrough): Pick<ForwardRig, 'received' | 'until'> {
  const received: Received[] = [];
  const waiting: (() => void)[] = [];
  let rest = '';
  output.on('data', (data: Buffer) => {
    const lines = (rest + data.toString()).split('\n');
    rest = lines.pop() ?? '';
    received.push(...lines.map((line) => JSON.parse(line) as Received));
    waiting.splice(0).forEach((look) => look());
  });
  return {
    received,
    until: (fits) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = received.find(fits);
          if (found === undefined) {
            waiting.push(look);
          } else {
            resolve(found);
          }
        };
        look();
      }),
  };
}

/** Whether a message says that the tools changed. */
export function tellsChange({ method }: Received): boolean {
  return method === 'notifications/tools/list_changed';
}
