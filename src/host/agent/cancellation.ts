import * as vscode from 'vscode';

/** A token of the editor's that follows a signal; to be released when what it is for has ended. */
export function cancellationOf(signal: AbortSignal): {
  readonly source: vscode.CancellationTokenSource;
  readonly release: () => void;
} {
  const source = new vscode.CancellationTokenSource();
  const cancel = (): void => source.cancel();
  if (signal.aborted) {
    cancel();
  }
  signal.addEventListener('abort', cancel, { once: true });
  const release = (): void => {
    signal.removeEventListener('abort', cancel);
    source.dispose();
  };
  return { source, release };
}

/** A signal that follows a token of the editor's. */
export function signalOf(token: vscode.CancellationToken): {
  readonly signal: AbortSignal;
  readonly release: () => void;
} {
  const controller = new AbortController();
  if (token.isCancellationRequested) {
    controller.abort();
  }
  const subscription = token.onCancellationRequested(() => controller.abort());
  const release = (): void => void subscription.dispose();
  return { signal: controller.signal, release };
}

/** What is promised, or a rejection as soon as the signal aborts: not everything that is asked to end does. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(new vscode.CancellationError());
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race<T>([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
    promise.catch(() => undefined);
  }
}

/** What is promised, or undefined if it takes longer than that many milliseconds. */
export async function inTime<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
