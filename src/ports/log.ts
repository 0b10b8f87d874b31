/**
 * The log a person can open. Implementations remove secrets; callers never pass file content, arguments or tokens.
 */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  /** The cause is logged with its stack. */
  error(message: string, cause?: unknown): void;
}
