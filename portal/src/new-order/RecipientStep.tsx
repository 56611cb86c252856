import { Checkbox, Divider, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countryOfPostalCode } from '@portage/contract/addresses/address';
import { addressEndpoints, type SavedAddress } from '@portage/contract/addresses/addresses';
import type { PlaceSuggestion, ReadAddress } from '@portage/contract/addresses/places';
import { useLocale, useTranslation } from '../i18n/i18n.ts';
import { addressDraftOf, completeAddress, contactDraftOf } from '../lib/address/address-draft.ts';
import { addressAt, AddressFields } from '../lib/address/AddressFields.tsx';
import { PlaceSearch } from '../lib/address/PlaceSearch.tsx';
import { callQuery } from '../lib/call-query.ts';
import { useSearch } from '../lib/use-search.ts';
import { addressLine, type OrderDraft } from '../order/order-form/order-draft.ts';
import { routeOf } from '../order/order-form/read-draft.ts';
import { moveExtension, RecipientFields } from '../order/order-form/RecipientFields.tsx';
import { ratesQuery } from '../order/rate-choice/rate-calls.ts';
import { SearchField } from '../ui/SearchField.tsx';
import { type StepProps, useErrorText } from './use-order-form.ts';

interface RecipientStepProps extends StepProps {
  readonly onSavedTaken?: () => void;
}

export function RecipientStep({ form, merchant, onSavedTaken }: RecipientStepProps) {
  const { t } = useTranslation(['orderForm', 'newOrder']);
  const { recipientAddress } = form.values;
  const routeError = useRouteError(form.values);

  function takeSaved({ recipient, address }: SavedAddress): void {
    form.setFieldValue('recipient', contactDraftOf(recipient));
    form.setFieldValue('recipientAddress', {
      ...addressDraftOf(address),
      isBusinessAddress: recipientAddress.isBusinessAddress,
    });
    form.clearErrors();
    onSavedTaken?.();
  }

  /** Fills in a pasted address, and other fields that are still empty. */
  function takeRead({ name, phone, email, address }: ReadAddress): void {
    const { recipient } = form.values;
    form.setFieldValue('recipient', {
      name: recipient.name || (name ?? ''),
      phone: recipient.phone || (phone ?? ''),
      email: recipient.email || (email ?? ''),
    });
    form.setFieldValue('recipientAddress', completeAddress(recipientAddress, address));
    form.clearErrors();
  }

  function moveTypedExtension(): void {
    const moved = moveExtension(form.getValues(), (extension) =>
      t('newOrder:extension', { extension }),
    );
    form.setFieldValue('recipient', moved.recipient);
    form.setFieldValue('notes', moved.notes);
    form.validateField('recipient.phone');
  }

  /** Fills in the parts that the place knows. */
  function takePlace(address: PlaceSuggestion['address']): void {
    form.setFieldValue('recipientAddress', completeAddress(recipientAddress, address));
    form.clearErrors();
  }

  return (
    <Stack gap="md">
      <SavedRecipientSearch onPick={takeSaved} />
      <Divider my="xs" />
      <RecipientFields
        fieldProps={(part) => form.getInputProps(`recipient.${part}`)}
        phoneOptional={merchant.phoneOptional}
        onPhoneBlur={moveTypedExtension}
      />
      <Divider my="xs" />
      <PlaceSearch
        value={form.values.freeSearch}
        onChange={(text) => form.setFieldValue('freeSearch', text)}
        onPick={takePlace}
        onRead={takeRead}
      />
      <AddressFields {...addressAt('recipientAddress', form)} postalCodeError={routeError} />
      <Checkbox
        label={t('recipient.isBusinessAddress')}
        {...form.getInputProps('recipientAddress.isBusinessAddress', { type: 'checkbox' })}
      />
      <Checkbox
        label={t('recipient.saveAddress')}
        {...form.getInputProps('saveAddress', { type: 'checkbox' })}
      />
    </Stack>
  );
}

const OFFERED = 20;

/** Searches any text (spec 2 §2); offers the newest before one is typed. */
function SavedRecipientSearch({ onPick }: { readonly onPick: (saved: SavedAddress) => void }) {
  const { t } = useTranslation('orderForm');
  const [text, setText] = useState('');
  const search = useSearch(text, (freeSearch) =>
    callQuery(addressEndpoints.list, { query: { freeSearch, limit: OFFERED } }),
  );
  return (
    <SearchField
      label={t('recipient.savedSearch')}
      help={t('recipient.savedSearchHelp')}
      listLabel={t('recipient.savedFound')}
      text={text}
      onTextChange={setText}
      items={search.data?.addresses.map((saved) => ({
        id: saved.id,
        label: saved.recipient.name,
        description: addressLine(addressDraftOf(saved.address)),
        saved,
      }))}
      isSearching={search.isFetching}
      isCurrent={search.isCurrent}
      notice={
        search.isError ? t('recipient.searchFailed') : search.data && t('recipient.noneSaved')
      }
      onPick={({ saved }) => {
        setText('');
        onPick(saved);
      }}
      maxLength={200}
    />
  );
}

/** Says "cannot ship" once both postal codes are complete (spec 2 §5). */
function useRouteError(draft: OrderDraft): string | undefined {
  const errorText = useErrorText();
  const language = useLocale();
  const route = routeOf(draft);
  const isWhole = [route.originPostalCode, route.postalCode].every(countryOfPostalCode);
  const rates = useQuery({ ...ratesQuery({ ...route, language }), enabled: isWhole });
  const cannotShip = isWhole && (rates.isError || rates.data?.length === 0);
  return cannotShip ? errorText('cannotShip', draft) : undefined;
}
