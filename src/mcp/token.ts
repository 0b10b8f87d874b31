import { createHash, timingSafeEqual } from 'node:crypto';
import type { Random } from '../ports/system.ts';

const tokenDigits = 64;

/** A new access token: 32 random bytes as 64 lower-case hexadecimal digits. */
export function newToken(random: Random): string {
  return random.hex(tokenDigits);
}

/** Tells whether an `Authorization` header carries the token. */
export type TokenCheck = (authorization: string | undefined) => boolean;

/**
 * Makes the check for one token. The time it takes says nothing about how much of a guess was right: hashes of equal
 * length are compared, as `timingSafeEqual` needs it. The scheme `Bearer` is matched in any case (RFC 9110 §11.1).
 */
export function tokenCheck(token: string): TokenCheck {
  const expected = digest(token);
  return (authorization) => {
    const given = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    return given !== undefined && timingSafeEqual(digest(given), expected);
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
