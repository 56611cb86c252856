import { TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { readPhone } from '@portage/contract/imports/import-cells';
import { formatPhone } from '@portage/contract/phone';
import { useTranslation } from '../../i18n/i18n.ts';
import { PhoneField } from '../../lib/PhoneField.tsx';
import classes from '../../ui/FieldPair.module.css';
import type { OrderDraft } from './order-draft.ts';

type WithPhone = Pick<OrderDraft, 'recipient' | 'notes'>;

/** Moves `x12` or `poste 12` to the notes, as imports do; `noteOf` words it. */
export function moveExtension<Draft extends WithPhone>(
  draft: Draft,
  noteOf: (extension: string) => string,
): Draft {
  const { recipient, notes } = draft;
  const read = readPhone(recipient.phone.trim());
  const phone = 'value' in read ? read.value : undefined;
  if (phone?.extension === undefined) return draft;
  return {
    ...draft,
    recipient: { ...recipient, phone: formatPhone(phone.phone) },
    notes: [notes, noteOf(phone.extension)].filter(Boolean).join('\n'),
  };
}

interface RecipientFieldsProps {
  readonly fieldProps: (part: 'name' | 'phone' | 'email') => GetInputPropsReturnType;
  readonly phoneOptional: boolean;
  readonly onPhoneBlur?: () => void;
}

export function RecipientFields({ fieldProps, phoneOptional, onPhoneBlur }: RecipientFieldsProps) {
  const { t } = useTranslation('orderForm');
  return (
    <>
      <TextInput
        label={t('recipient.name')}
        required
        maxLength={200}
        data-autofocus
        {...fieldProps('name')}
      />
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
