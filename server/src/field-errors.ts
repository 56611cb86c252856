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

/** Validates again, for messages in the language. */
export function fieldErrorsOf(schema: z.ZodType, value: unknown, locale: Locale): FieldError[] {
  const { error } = schema.safeParse(value, { error: (issue) => fieldSentence(issue, locale) });
  return (error?.issues ?? []).flatMap((issue) => errorsOf(issue, locale));
}
