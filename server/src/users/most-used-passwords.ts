import { dictionary } from '@zxcvbn-ts/language-common';
import { fieldMessages } from '@portage/contract/field-messages';
import { commonPasswordRule, unmetPasswordRules } from '@portage/contract/users/password-rule';
import { invalidField } from '../api-error.ts';

const MOST_USED = 10_000;

/** The most used passwords: the package lists the most frequent first. */
export const mostUsed: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].slice(0, MOST_USED),
);

/**
 * Those that a new password can be: words that digits and symbols are added to, and those that have
 * a digit and a symbol themselves. The portal checks with them what is typed.
 */
export const mostUsedPasswords: readonly string[] = [...mostUsed].filter(
  (password) =>
    /^\p{L}(?:.*\p{L})?$/u.test(password) || unmetPasswordRules(`${password}A`).length === 0,
);

/** Throws `invalid_request` for a new password that is a common one, and says by which rule. */
export function refuseCommonPassword(newPassword: string): void {
  const rule = commonPasswordRule(newPassword, mostUsed);
  if (rule) throw invalidField('newPassword', fieldMessages[rule]);
}
