import { Checkbox } from '@mantine/core';
import { Phone } from '@portage/contract/phone';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { completeAddress } from '../../lib/address/address-draft.ts';
import { AddressFields } from '../../lib/address/AddressFields.tsx';
import { PlaceSearch } from '../../lib/address/PlaceSearch.tsx';
import { RecipientFields } from '../../order/order-form/RecipientFields.tsx';
import type { EditFieldsProps } from './edit-fields-props.ts';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';

/** Who receives the order, and where. */
export function RecipientGroupFields({ form, rules }: EditFieldsProps) {
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
      <RecipientFields
        fieldProps={(part) => form.getInputProps(`recipient.${part}`)}
        phoneOptional={rules.phoneOptional}
        onPhoneBlur={settlePhone}
      />
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
