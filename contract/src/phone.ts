import { z } from 'zod';

/** Spec 2 §5. */
export const PHONE_INPUT_MAX_LENGTH = 17;

/** Returns digits with a leading plus; ten digits gain 1 (spec 1 §5, spec 2 §5). */
export function toPhoneDigits(typed: string): string {
  const digits = typed.replace(/\D/g, '');
  if (digits === '') return '';
  const isNational = digits.length === 10 && !typed.trim().startsWith('+');
  return `+${isNational ? '1' : ''}${digits}`;
}

/** Digits after a letter or sign, such as `x12`, in linear time: texts have no limit yet. */
const EXTENSION = /\d[^\d\p{L}#*,;]*[\p{L}#*,;]\D*\d/u;
const LAST_WORD = /[\d\s,;.](#|\p{L}+)\.?\s*$/u;

/** Finds an extension, also one whose digits were cut off. */
function hasExtension(typed: string): boolean {
  const word = LAST_WORD.exec(typed.slice(-20))?.[1]?.toLowerCase();
  const isCut =
    word !== undefined && ['#', 'x', 'extension', 'poste'].some((one) => one.startsWith(word));
  return isCut || EXTENSION.test(typed);
}

/** Requires a plus outside North America, where digits alone may be mistyped. */
function isClear(typed: string): boolean {
  return typed.trim().startsWith('+') || /^1?\d{10}$/.test(typed.replace(/\D/g, ''));
}

/** North American numbers have exactly 10 digits after +1. */
const E164 = /^\+(1[2-9]\d{2}[2-9]\d{6}|[2-9]\d{6,14})$/;

export const Phone = z
  .string()
  .max(40)
  .refine((typed) => !hasExtension(typed), { error: 'phoneWithExtension', abort: true })
  .refine(isClear, { error: 'phoneInvalid', abort: true })
  .overwrite(toPhoneDigits)
  .refine((digits) => E164.test(digits), 'phoneInvalid')
  .describe('Taken in any usual writing, without an extension; kept as +14165550142 (E.164).');

/** Writes `514 555-0123`; other countries' numbers stay. */
export function formatPhone(phone: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone) ?? [];
  return area && exchange && line ? `${area} ${exchange}-${line}` : phone;
}
