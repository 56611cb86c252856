import { TextInput, type TextInputProps } from '@mantine/core';
import type { ClipboardEvent } from 'react';
import { PHONE_INPUT_MAX_LENGTH, formatPhone, toPhoneDigits } from '@portage/contract/phone';
import { useTranslation } from '../i18n/i18n.ts';

const WITH_EXTENSION =
  /^([+(\d][\d\s().-]*)[\s,;]*(?:ext(?:ension)?|poste|p|x|#)[\s.:]*(\d{1,6})$/i;

/** `(416) 555-0142 ext. 12` becomes `416 555-0142 x12`. */
export function shortPhone(typed: string): string {
  const [, number = typed, extension] = WITH_EXTENSION.exec(typed.trim()) ?? [];
  if (!/^[+\d\s().-]+$/.test(number)) return typed;
  const digits = toPhoneDigits(number);
  const suffix = extension === undefined ? '' : ` x${extension}`;
  const spaced = formatPhone(digits) + suffix;
  return spaced.length > PHONE_INPUT_MAX_LENGTH ? digits + suffix.trim() : spaced;
}

/** At most 17 characters (spec 2 §5). */
export function PhoneField({ value, ...props }: TextInputProps) {
  const { t } = useTranslation();
  const isFull = typeof value === 'string' && value.length >= PHONE_INPUT_MAX_LENGTH;
  return (
    <TextInput
      type="tel"
      maxLength={PHONE_INPUT_MAX_LENGTH}
      description={isFull && t('phoneLimit', { count: PHONE_INPUT_MAX_LENGTH })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onPaste={pasteShort}
      {...props}
      value={value}
    />
  );
}

/** The browser would cut off a pasted extension. */
function pasteShort(event: ClipboardEvent<HTMLInputElement>): void {
  const pasted = event.clipboardData.getData('text').trim();
  if (pasted.length <= PHONE_INPUT_MAX_LENGTH) return;
  const short = shortPhone(pasted);
  if (short.length > PHONE_INPUT_MAX_LENGTH) return;
  event.preventDefault();
  const { currentTarget: field } = event;
  field.setRangeText(short, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
