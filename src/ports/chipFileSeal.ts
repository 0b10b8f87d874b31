import type { Result } from './result.ts';

/** Encrypts files of chips with a passphrase. */
export interface ChipFileSeal {
  /** The bytes as a file that only the passphrase opens. */
  seal(bytes: Uint8Array, passphrase: string): Promise<Uint8Array>;
  /** What was sealed, or in one sentence why it can not be had. */
  open(bytes: Uint8Array, passphrase: string): Promise<Result<Uint8Array, string>>;
  /** Whether the bytes are such a file, to the first look. */
  isSealed(bytes: Uint8Array): boolean;
}
