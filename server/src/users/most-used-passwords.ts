import { dictionary } from '@zxcvbn-ts/language-common';
import { fieldMessages } from '@portage/contract/field-messages';
import { invalidField } from '../api-error.ts';

/** How many of the most used passwords are refused. */
const MOST_USED = 10_000;

/** How many characters around a common password leave it a common one. */
const MOST_ADDED = 6;

/** The most used passwords: the package lists the most frequent first. */
const mostUsed = new Set(dictionary['passwords-common'].slice(0, MOST_USED));

/** What somebody who attacks this product tries first: its name, and what it is for. */
const contextWords = new Set([
  'portage',
  'delivery',
  'livraison',
  'courier',
  'messager',
  'warehouse',
]);

/** The rules by which a password is too common, by the key of the message that says so. */
type CommonPasswordRule = 'passwordCommon' | 'passwordAroundCommon' | 'passwordAroundContext';

/**
 * The rule by which a password is too common, in whatever case: it is one of the 10,000 most used ones
 * or a word of the context, or one with at most six digits and symbols before and after it, which is
 * what becomes of most under the password rule: `Sunshine1!`. Undefined for one that may be used.
 */
export function commonPasswordRule(password: string): CommonPasswordRule | undefined {
  const folded = password.toLowerCase().normalize('NFC');
  const core = folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const isAround = folded.length - core.length <= MOST_ADDED;
  if (isAround && contextWords.has(core)) return 'passwordAroundContext';
  if (mostUsed.has(folded)) return 'passwordCommon';
  return isAround && mostUsed.has(core) ? 'passwordAroundCommon' : undefined;
}

/** Throws `invalid_request` for a new password that is a common one, and says by which rule. */
export function refuseCommonPassword(newPassword: string): void {
  const rule = commonPasswordRule(newPassword);
  if (rule) throw invalidField('newPassword', fieldMessages[rule]);
}
