import { z } from 'zod';
import type { FieldError } from '@portage/contract/errors';
import { fieldMessages, isFieldMessageKey } from '@portage/contract/field-messages';
import type { Locale } from '@portage/contract/locale';

/** zod's own sentences in each language; our schemas' keys are looked up in `fieldMessages`. */
const sentencesOf = { en: z.locales.en().localeError, fr: z.locales.frCA().localeError };

/** Reads a value again to say, in a language, what is wrong with it and where. */
export function fieldErrorsOf(schema: z.ZodType, value: unknown, locale: Locale): FieldError[] {
  const { error } = schema.safeParse(value, {
    error: (issue) =>
      issue.code === 'invalid_type' && issue.input === undefined
        ? fieldMessages.required[locale]
        : sentencesOf[locale](issue),
  });
  return (error?.issues ?? []).map(({ path, message }) => ({
    path: path.join('.'),
    message: isFieldMessageKey(message) ? fieldMessages[message][locale] : message,
  }));
}
