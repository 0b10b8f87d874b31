import * as vscode from 'vscode';

/** Milliseconds after which a person is told that something takes its time. */
const patience = 700;

/** Does something; where it takes long there is a message that can stop it. */
export async function slowly<T>(
  title: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const giveUp = new AbortController();
  const done = work(giveUp.signal);
  const timer = setTimeout(() => {
    const location = vscode.ProgressLocation.Notification;
    void vscode.window.withProgress({ location, title, cancellable: true }, (_, token) => {
      token.onCancellationRequested(() => giveUp.abort());
      // How it ends is told to who asked for it.
      return done.then(
        () => undefined,
        () => undefined,
      );
    });
  }, patience);
  try {
    return await done;
  } finally {
    clearTimeout(timer);
  }
}
