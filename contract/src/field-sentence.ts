import type { z } from 'zod';
import { type FieldMessageKey, fieldMessages } from './field-messages.ts';
import { fillText, type Locale, REGIONAL_LOCALE } from './locale.ts';

const typeMessages: Readonly<Partial<Record<string, FieldMessageKey>>> = {
  string: 'textExpected',
  number: 'numberExpected',
  int: 'wholeNumberExpected',
  boolean: 'booleanExpected',
  array: 'listExpected',
  object: 'objectExpected',
  record: 'objectExpected',
};

const formatMessages: Readonly<Partial<Record<string, FieldMessageKey>>> = {
  email: 'emailInvalid',
  uuid: 'idInvalid',
  guid: 'idInvalid',
  url: 'webAddressInvalid',
  date: 'dateInvalid',
  time: 'timeOfDayInvalid',
};

function boundMessage({
  code,
  origin,
  inclusive,
}: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall) {
  const isBig = code === 'too_big';
  if (origin === 'string') return isBig ? 'textTooLong' : 'textTooShort';
  if (origin === 'array' || origin === 'set') return isBig ? 'listTooLong' : 'listTooShort';
  if (inclusive === false) return isBig ? 'numberNotBelow' : 'numberNotAbove';
  return isBig ? 'numberTooLarge' : 'numberTooSmall';
}

/** The message for a value whose schema has none. */
export function fieldSentence(issue: z.core.$ZodRawIssue, locale: Locale): string {
  const say = (key: FieldMessageKey, values: Record<string, string> = {}) =>
    fillText(fieldMessages[key][locale], values);
  const bound = (limit: number | bigint) => limit.toLocaleString(REGIONAL_LOCALE[locale]);
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return say('required');
      return say(typeMessages[issue.expected] ?? 'valueInvalid');
    case 'invalid_value':
      if (issue.input === undefined) return say('required');
      return say('choiceInvalid', { values: issue.values.map(String).join(', ') });
    case 'too_big':
      return say(boundMessage(issue as z.core.$ZodIssueTooBig), { limit: bound(issue.maximum) });
    case 'too_small': {
      const isMissing = issue.origin === 'string' && issue.minimum === 1;
      const key = isMissing ? 'required' : boundMessage(issue as z.core.$ZodIssueTooSmall);
      return say(key, { limit: bound(issue.minimum) });
    }
    case 'invalid_format':
      return say(formatMessages[issue.format] ?? 'formatInvalid');
    case 'not_multiple_of':
      return say(issue.divisor === 1 ? 'wholeNumberExpected' : 'valueInvalid');
    default:
      return say('valueInvalid');
  }
}
