import { randomInt } from 'node:crypto';
import { unmetPasswordRules } from '@portage/contract/users/password-rule';

/**
 * Alphabet of generated passwords: no look-alikes (0 O o, 1 I l), and only special characters that
 * shells, mails and JSON leave alone.
 */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789-+=@';

/** Characters of a temporary password: 94 bits, and few enough to be typed from a phone's screen. */
export const TEMPORARY_PASSWORD_LENGTH = 16;

/**
 * A random password that meets every rule. Drawn again until it does, so that each one that meets
 * them is equally likely. A character is worth 5.9 bits; `length` is at least 12.
 */
export function makePassword(length: number): string {
  for (;;) {
    const characters = Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
    const password = characters.join('');
    if (unmetPasswordRules(password).length === 0) return password;
  }
}
