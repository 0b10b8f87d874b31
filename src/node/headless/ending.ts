/** A connection that is to be ended. */
export interface EndingConnection {
  /** Resolves when every request that has come is answered. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** What receives signals. */
export interface SignalSource {
  once(signal: 'SIGTERM' | 'SIGINT' | 'SIGHUP', listener: () => void): unknown;
}

/** Milliseconds that running calls have to end; agents kill a server that takes much longer. */
const grace = 5000;

/** Resolves when the client has left or the process is told to end. */
export function onEnd(left: Promise<void>, signals: SignalSource): Promise<void> {
  const told = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      signals.once(signal, resolve);
    }
  });
  return Promise.race([left, told]);
}

/** Ends in order: running calls are waited for, then the connection is closed, and then what is behind it. */
export async function endInOrder(
  connection: EndingConnection,
  closeRest: () => Promise<void>,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, grace)));
  await Promise.race([connection.idle(), late]);
  clearTimeout(timer);
  await connection.close();
  await closeRest();
}
