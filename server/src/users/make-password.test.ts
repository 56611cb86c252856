import { expect, test } from 'vitest';
import { unmetPasswordRules } from '@portage/contract/users/password-rule';
import { makePassword } from './make-password.ts';

const passwords = Array.from({ length: 2_000 }, () => makePassword(16));

test('every password that is made meets the rules and differs from the others', () => {
  expect(passwords.flatMap(unmetPasswordRules)).toEqual([]);
  expect(new Set(passwords).size).toBe(passwords.length);
});

test('no character of a password that is made looks like another', () => {
  expect(passwords.join('')).not.toMatch(/[0Oo1Il|]/);
});

test('every character is about as likely as the others of its kind', () => {
  const letters = passwords.join('').match(/[A-Z]/g) ?? [];
  const counts = Object.values(Object.groupBy(letters, (letter) => letter)).map(
    (those = []) => those.length,
  );
  expect(counts).toHaveLength(24);
  // About 530 of each are expected; a deviation of 6σ comes once in a billion runs.
  const expected = letters.length / 24;
  const tolerance = 6 * Math.sqrt(expected);
  for (const count of counts) expect(Math.abs(count - expected)).toBeLessThan(tolerance);
});
