import { expect, test } from 'vitest';
import { makePassword, TEMPORARY_PASSWORD_LENGTH } from './make-password.ts';
import { isCommonPassword } from './most-used-passwords.ts';

test.each(['password', 'P@ssw0rd', 'Sunshine1!', '1qaz2wsx', '!!Dragon99', 'Passw0rd2026!'])(
  '%s is a common password',
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

test.each(['Correct-Horse-1', 'Portage-Demo-1', 'My-New-Pass-2', '4$Dragon#9281', 'Érable&Pin-7'])(
  '%s is not',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);

test('passwords that the server makes are not', () => {
  const made = Array.from({ length: 100 }, () => makePassword(TEMPORARY_PASSWORD_LENGTH));
  expect(made.filter(isCommonPassword)).toEqual([]);
});
