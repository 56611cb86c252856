import { addressEndpoints, type SavedAddress } from '@portage/contract/addresses/addresses';
import { useState } from 'react';
import { useTranslation } from '../../i18n/i18n.ts';
import { addressLine } from './order-draft.ts';
import { addressDraftOf } from '../../lib/address/address-draft.ts';
import { callQuery } from '../../lib/call-query.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { useSearch } from '../../lib/use-search.ts';

const OFFERED = 20;

/** The newest ones without a text. */
const savedAddressesQuery = (freeSearch: string) =>
  callQuery(addressEndpoints.list, { query: { freeSearch, limit: OFFERED } });

interface SavedRecipientSearchProps {
  readonly onPick: (saved: SavedAddress) => void;
}

/** By any text (spec 2 §2); without one it offers the newest. */
export function SavedRecipientSearch({ onPick }: SavedRecipientSearchProps) {
  const { t } = useTranslation('orderForm');
  const [text, setText] = useState('');
  const search = useSearch(text, savedAddressesQuery);
  const items = search.data?.addresses.map((saved) => ({
    id: saved.id,
    label: saved.recipient.name,
    description: addressLine(addressDraftOf(saved.address)),
    saved,
  }));

  return (
    <SearchField
      label={t('recipient.savedSearch')}
      help={t('recipient.savedSearchHelp')}
      listLabel={t('recipient.savedFound')}
      text={text}
      onTextChange={setText}
      items={items}
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
