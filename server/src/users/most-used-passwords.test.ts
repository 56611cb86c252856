import { expect, test } from 'vitest';
import { makePassword, TEMPORARY_PASSWORD_LENGTH } from './make-password.ts';
import { commonPasswordRule } from './most-used-passwords.ts';

test.each([
  ['password', 'passwordCommon'],
  ['P@ssw0rd', 'passwordCommon'],
  ['1qaz2wsx', 'passwordCommon'],
  ['Sunshine1!', 'passwordAroundCommon'],
  ['!!Dragon99', 'passwordAroundCommon'],
  ['Passw0rd2026!', 'passwordAroundCommon'],
  ['Portage2026!', 'passwordAroundContext'],
  ['!Livraison1', 'passwordAroundContext'],
])('%s is refused as %s', (password, rule) => {
  expect(commonPasswordRule(password)).toBe(rule);
});

test.each(['Correct-Horse-1', 'Portage-Demo-1', 'My-New-Pass-2', '4$Dragon#9281', 'Érable&Pin-7'])(
  '%s is not',
  (password) => {
    expect(commonPasswordRule(password)).toBeUndefined();
  },
);

test('passwords that the server makes are not', () => {
  const made = Array.from({ length: 100 }, () => makePassword(TEMPORARY_PASSWORD_LENGTH));
  expect(made.filter(commonPasswordRule)).toEqual([]);
});
