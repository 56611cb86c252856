import { Checkbox, TextInput } from '@mantine/core';
import { Phone, PHONE_INPUT_MAX_LENGTH } from '@portage/contract/phone';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { completeAddress } from '../../lib/address/address-draft.ts';
import { AddressFields } from '../../lib/address/AddressFields.tsx';
import { PlaceSearch } from '../../lib/address/PlaceSearch.tsx';
import pair from '../../ui/FieldPair.module.css';
import type { EditFieldsProps } from './edit-fields-props.ts';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';

/** Who receives the order, and where. */
export function RecipientFields({ form, rules }: EditFieldsProps) {
  const { t } = useTranslation('orderDetail');
  const [search, setSearch] = useState('');
  const { recipientAddress } = form.values;

  /** A phone keeps only digits with a leading plus (spec 1 §5); what is none stays as it was typed. */
  function settlePhone(): void {
    const { success, data } = Phone.safeParse(form.values.recipient.phone);
    if (success) form.setFieldValue('recipient.phone', data);
    form.validateField('recipient.phone');
  }

  return (
    <>
      <TextInput
        label={t('field.recipient.name')}
        required
        maxLength={200}
        {...form.getInputProps('recipient.name')}
      />
      <div className={pair['pair']}>
        <TextInput
          label={t('field.recipient.phone')}
          required={!rules.phoneOptional}
          type="tel"
          maxLength={PHONE_INPUT_MAX_LENGTH}
          {...form.getInputProps('recipient.phone')}
          onBlur={settlePhone}
        />
        <TextInput
          label={t('field.recipient.email')}
          type="email"
          maxLength={254}
          {...form.getInputProps('recipient.email')}
        />
      </div>
      <PlaceSearch
        text={search}
        onTextChange={setSearch}
        onPick={({ label, address }) => {
          setSearch(label);
          form.setFieldValue('recipientAddress', completeAddress(recipientAddress, address));
          form.clearErrors();
        }}
      />
      <AddressFields
        address={recipientAddress}
        fieldProps={(part) => form.getInputProps(`recipientAddress.${part}`)}
        onChange={(address) =>
          form.setFieldValue('recipientAddress', { ...recipientAddress, ...address })
        }
        onCheck={(part) => form.validateField(`recipientAddress.${part}`)}
      />
      <Checkbox
        label={t('field.recipientAddress.isBusinessAddress')}
        {...form.getInputProps('recipientAddress.isBusinessAddress', { type: 'checkbox' })}
      />
    </>
  );
}
