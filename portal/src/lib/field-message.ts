import { fieldMessages, isFieldMessageKey } from '@portage/contract/field-messages';
import type { Locale } from '@portage/contract/locale';

/** What is wrong with a field in words: a schema names a key, the server says a sentence. */
export function fieldMessage(message: string, locale: Locale): string {
  return isFieldMessageKey(message) ? fieldMessages[message][locale] : message;
}
