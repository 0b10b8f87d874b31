import * as vscode from 'vscode';
import type { Log } from '../ports/log.ts';
import type { Disposable } from '../ports/system.ts';

/** Anything that looks like an access token. */
const secret = /(Bearer\s+)?\b[0-9a-f]{32,}\b/gi;

/** The log in the editor's Output panel. Secrets are taken out of every line. */
export class OutputLog implements Log, Disposable {
  private readonly channel = vscode.window.createOutputChannel('Chipboard', { log: true });

  info(message: string): void {
    this.channel.info(redact(message));
  }

  warn(message: string): void {
    this.channel.warn(redact(message));
  }

  error(message: string, cause?: unknown): void {
    const details =
      cause instanceof Error || cause === undefined
        ? (cause?.stack ?? cause?.message)
        : JSON.stringify(cause);
    this.channel.error(redact(details === undefined ? message : `${message}\n${details}`));
  }

  /** Opens the Output panel on this log. */
  show(): void {
    this.channel.show();
  }

  dispose(): void {
    this.channel.dispose();
  }
}

function redact(text: string): string {
  return text.replace(secret, '[secret]');
}
