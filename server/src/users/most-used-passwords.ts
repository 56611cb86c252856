import { dictionary } from '@zxcvbn-ts/language-common';
import { fieldMessages } from '@portage/contract/field-messages';
import { invalidField } from '../api-error.ts';

/** How many of the most used passwords are refused. */
const MOST_USED = 10_000;

/** How many characters around a common password leave it a common one. */
const MOST_ADDED = 6;

/** The most used passwords, the most frequent first in the package's list. */
const common = new Set(dictionary['passwords-common'].slice(0, MOST_USED));

/**
 * Whether a password is one of the 10,000 most used ones in whatever case, or one with at most six digits
 * and symbols before and after it, which is what becomes of most under the password rule: `Sunshine1!`.
 */
export function isCommonPassword(password: string): boolean {
  const folded = password.toLowerCase().normalize('NFC');
  const core = folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return common.has(folded) || (folded.length - core.length <= MOST_ADDED && common.has(core));
}

/** Raises `invalid_request` for a new password that is a common one. */
export function refuseCommonPassword(newPassword: string): void {
  if (isCommonPassword(newPassword)) {
    throw invalidField('newPassword', fieldMessages.passwordCommon);
  }
}
