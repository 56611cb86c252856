import type { z } from 'zod';
import type { FieldError } from '@portage/contract/errors';
import { fieldMessages, isFieldMessageKey } from '@portage/contract/field-messages';
import { fieldSentence } from '@portage/contract/field-sentence';
import type { Locale } from '@portage/contract/locale';

/** Names each unknown field. */
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

/** More would help no caller, and take long to write. */
const MOST_ERRORS = 100;

/** Validates again, for messages in the language. Returns the first errors. */
export function fieldErrorsOf(schema: z.ZodType, value: unknown, locale: Locale): FieldError[] {
  const { error } = schema.safeParse(value, { error: (issue) => fieldSentence(issue, locale) });
  const issues = error?.issues.slice(0, MOST_ERRORS) ?? [];
  return issues.flatMap((issue) => errorsOf(issue, locale)).slice(0, MOST_ERRORS);
}
