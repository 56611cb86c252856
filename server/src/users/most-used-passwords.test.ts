import { commonPasswordRule, unmetPasswordRules } from '@portage/contract/users/password-rule';
import { expect, test } from 'vitest';
import { makePassword, TEMPORARY_PASSWORD_LENGTH } from './make-password.ts';
import { mostUsed, mostUsedPasswords } from './most-used-passwords.ts';

const ruleOf = (password: string) => commonPasswordRule(password, mostUsed);

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
  expect(ruleOf(password)).toBe(rule);
});

test.each(['Correct-Horse-1', 'Portage-Demo-1', 'My-New-Pass-2', '4$Dragon#9281', 'Érable&Pin-7'])(
  '%s is not',
  (password) => {
    expect(ruleOf(password)).toBeUndefined();
  },
);

test('passwords that the server makes are not', () => {
  const made = Array.from({ length: 100 }, () => makePassword(TEMPORARY_PASSWORD_LENGTH));
  expect(made.filter(ruleOf)).toEqual([]);
});

test('the list for browsers refuses the same new passwords as the server', () => {
  const listed = new Set(mostUsedPasswords);
  const typed = [...mostUsed].flatMap((password) => {
    const capital = password.slice(0, 1).toUpperCase() + password.slice(1);
    return [password.toUpperCase(), capital, `${capital}1!`, `#9${capital}`];
  });
  const possible = typed.filter((password) => unmetPasswordRules(password).length === 0);
  expect(possible.length).toBeGreaterThan(5000);
  expect(possible.filter((one) => commonPasswordRule(one, listed) !== ruleOf(one))).toEqual([]);
});
