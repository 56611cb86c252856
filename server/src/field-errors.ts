import { z } from 'zod';
import type { FieldError } from '@portage/contract/errors';
import { fieldMessages, isFieldMessageKey } from '@portage/contract/field-messages';
import { fillText, REGIONAL_LOCALE, type Locale } from '@portage/contract/locale';

/** zod's own sentences in each language; our schemas' keys are looked up in `fieldMessages`. */
const sentencesOf = { en: z.locales.en().localeError, fr: z.locales.frCA().localeError };

/** What is said of a value whose schema has no message of its own. */
function sentenceOf(issue: z.core.$ZodRawIssue, locale: Locale) {
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    return fieldMessages.required[locale];
  }
  if (issue.code === 'too_big' && issue.origin === 'string') {
    const limit = issue.maximum.toLocaleString(REGIONAL_LOCALE[locale]);
    return fillText(fieldMessages.textTooLong[locale], { limit });
  }
  return sentencesOf[locale](issue);
}

/** Where an issue is and what it is; fields that nobody knows are named one by one. */
function errorsOf(issue: z.core.$ZodIssue, locale: Locale): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    const message = fieldMessages.unknownField[locale];
    return issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message }));
  }
  const { path, message } = issue;
  return [
    {
      path: path.join('.'),
      message: isFieldMessageKey(message) ? fieldMessages[message][locale] : message,
    },
  ];
}

/** Reads a value again to say, in a language, what is wrong with it and where. */
export function fieldErrorsOf(schema: z.ZodType, value: unknown, locale: Locale): FieldError[] {
  const { error } = schema.safeParse(value, { error: (issue) => sentenceOf(issue, locale) });
  return (error?.issues ?? []).flatMap((issue) => errorsOf(issue, locale));
}
