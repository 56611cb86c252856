import { randomInt } from 'node:crypto';

/** Crockford's base 32 in lower case, as usernames are: nothing in it is misread aloud or by hand. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 12;

/** The username of a new service user: `service-` and 60 random bits, so that none comes twice. */
export function makeServiceUsername(): string {
  const characters = Array.from({ length: LENGTH }, () =>
    ALPHABET.charAt(randomInt(ALPHABET.length)),
  );
  return `service-${characters.join('')}`;
}

/** Tells whether a text looks like the username of a service user. */
export const isServiceUsername = (text: string): boolean => /^service-[0-9a-z]{12}$/.test(text);
