import { fieldMessages, isFieldMessageKey } from '@portage/contract/field-messages';
import { fieldSentence } from '@portage/contract/field-sentence';
import type { Locale } from '@portage/contract/locale';
import { config } from 'zod/v4/core';
import { currentLocale } from '../i18n/i18n.ts';

// Schemas without a message of their own would answer in zod's words.
config({ customError: (issue) => fieldSentence(issue, currentLocale()) });

/** Translates keys; other text stays. */
export function fieldMessage(message: string, locale: Locale): string {
  return isFieldMessageKey(message) ? fieldMessages[message][locale] : message;
}
