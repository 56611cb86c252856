import { formatPhone, PHONE_INPUT_MAX_LENGTH, toPhoneDigits } from '@portage/contract/phone';

const WITH_EXTENSION =
  /^([+(\d][\d\s().-]*)[\s,;]*(?:ext(?:ension)?|poste|p|x|#)[\s.:]*(\d{1,6})$/i;

/** Writes a phone number without what is not needed: `(416) 555-0142 ext. 12` as `416 555-0142 x12`. */
export function shortPhone(typed: string): string {
  const [, number = typed, extension] = WITH_EXTENSION.exec(typed.trim()) ?? [];
  if (!/^[+\d\s().-]+$/.test(number)) return typed;
  const digits = toPhoneDigits(number);
  const suffix = extension === undefined ? '' : ` x${extension}`;
  const spaced = formatPhone(digits) + suffix;
  return spaced.length > PHONE_INPUT_MAX_LENGTH ? digits + suffix.trim() : spaced;
}
