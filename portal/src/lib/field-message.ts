import type { z } from 'zod';
import { config } from 'zod/v4/core';
import { fieldMessages, isFieldMessageKey } from '@portage/contract/field-messages';
import { fieldSentence } from '@portage/contract/field-sentence';
import type { Locale } from '@portage/contract/locale';
import { currentLocale } from '../i18n/i18n.ts';
import { ApiError } from './api-error.ts';

// Schemas without a message of their own would answer in zod's words.
config({ customError: (issue) => fieldSentence(issue, currentLocale()) });

/** Translates keys; other text stays. */
export function fieldMessage(message: string, locale: Locale): string {
  return isFieldMessageKey(message) ? fieldMessages[message][locale] : message;
}

/** Maps a path to a key of `fieldMessages`, or to a sentence. */
export type FieldErrors = Readonly<Record<string, string>>;

interface Reading<Body> {
  /** Missing while anything is invalid. */
  readonly body?: Body;
  readonly errors: FieldErrors;
}

/** Reads a body by the contract's schema. The paths of its draft are the same; `own` errors win. */
export function readTyped<Body>(
  schema: z.ZodType<Body>,
  { body, draft, own = {} }: { body: unknown; draft: object; own?: FieldErrors },
): Reading<Body> {
  const parsed = schema.safeParse(body);
  const found = (parsed.error?.issues ?? []).map(({ path, message }): [string, string] => [
    path.join('.'),
    isBlank(draft, path) ? 'required' : message,
  ]);
  const errors = { ...Object.fromEntries(found), ...own };
  const isValid = parsed.success && Object.keys(errors).length === 0;
  return isValid ? { body: parsed.data, errors } : { errors };
}

function isBlank(draft: object, path: readonly PropertyKey[]): boolean {
  const typed = path.reduce<unknown>(
    (value, key) => (value as Readonly<Record<PropertyKey, unknown>> | undefined)?.[key],
    draft,
  );
  return typeof typed === 'string' && typed.trim() === '';
}

const isAbsent = (typed: unknown) =>
  typed === null || (typeof typed === 'string' && typed.trim() === '');

/** Leaves out blank texts and nulls of objects at every depth; `NaN` becomes null, which is refused. */
export const filledIn = (draft: object): unknown =>
  JSON.parse(JSON.stringify(draft, (_, typed: unknown) => (isAbsent(typed) ? undefined : typed)));

/** Messages of the server by path. */
export function refusedFields(cause: unknown): FieldErrors {
  const errors = cause instanceof ApiError ? (cause.problem.errors ?? []) : [];
  return Object.fromEntries(errors.map(({ path, message }) => [path, message]));
}
