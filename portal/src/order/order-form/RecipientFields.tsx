import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PhoneField } from '../../lib/PhoneField.tsx';
import classes from '../../ui/FieldPair.module.css';
import type { FieldProps } from './field-props.ts';

interface RecipientFieldsProps {
  /** What the form gives the input of a part: its value, its error and what it hears. */
  readonly fieldProps: (part: 'name' | 'phone' | 'email') => FieldProps;
  readonly phoneOptional: boolean;
  /** Called when the phone field is left. */
  readonly onPhoneBlur?: () => void;
}

/** Name, phone and e-mail of a recipient. */
export function RecipientFields({ fieldProps, phoneOptional, onPhoneBlur }: RecipientFieldsProps) {
  const { t } = useTranslation('orderForm');
  return (
    <>
      <TextInput label={t('recipient.name')} required maxLength={200} {...fieldProps('name')} />
      <div className={classes['pair']}>
        <PhoneField
          label={t('recipient.phone')}
          required={!phoneOptional}
          {...fieldProps('phone')}
          {...(onPhoneBlur && { onBlur: onPhoneBlur })}
        />
        <TextInput
          label={t('recipient.email')}
          type="email"
          maxLength={254}
          {...fieldProps('email')}
        />
      </div>
    </>
  );
}
