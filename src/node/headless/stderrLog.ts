import type { Log } from '../../ports/log.ts';

/** Anything that looks like an access token. */
const secret = /(Bearer\s+)?\b[0-9a-f]{32,}\b/gi;

/** A log on standard error: standard output belongs to the protocol. Secrets are taken out of every line. */
export function stderrLog(write: (text: string) => void): Log {
  const line = (text: string): void => write(`chipboard: ${text.replace(secret, '[secret]')}\n`);
  return {
    info: line,
    warn: line,
    error(message, cause) {
      const details = cause instanceof Error ? (cause.stack ?? cause.message) : undefined;
      line(details === undefined ? message : `${message}\n${details}`);
    },
  };
}
