import { TextInput, type TextInputProps } from '@mantine/core';
import { PHONE_INPUT_MAX_LENGTH } from '@portage/contract/phone';
import { useTranslation } from 'react-i18next';

/** A field for a phone number: it takes 17 characters (spec 2 §5) and says so once they are there. */
export function PhoneField({ value, ...props }: TextInputProps) {
  const { t } = useTranslation();
  const isFull = typeof value === 'string' && value.length >= PHONE_INPUT_MAX_LENGTH;
  return (
    <TextInput
      type="tel"
      maxLength={PHONE_INPUT_MAX_LENGTH}
      description={isFull && t('phoneLimit', { count: PHONE_INPUT_MAX_LENGTH })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...props}
      value={value}
    />
  );
}
