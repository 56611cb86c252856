import { dictionary } from '@zxcvbn-ts/language-common';
import { fieldMessages } from '@portage/contract/field-messages';
import { commonPasswordRule, unmetPasswordRules } from '@portage/contract/users/password-rule';
import { invalidField } from '../api-error.ts';

const MOST_USED = 10_000;

/** The package lists the most frequent first. */
export const mostUsed: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].slice(0, MOST_USED),
);

/** Those that a new password can be or contain; the portal checks with them. */
export const mostUsedPasswords: readonly string[] = [...mostUsed].filter(
  (password) =>
    /^\p{L}(?:.*\p{L})?$/u.test(password) || unmetPasswordRules(`${password}A`).length === 0,
);

/** Throws `invalid_request`, naming the rule. */
export function refuseCommonPassword(newPassword: string): void {
  const rule = commonPasswordRule(newPassword, mostUsed);
  if (rule) throw invalidField('newPassword', fieldMessages[rule]);
}
