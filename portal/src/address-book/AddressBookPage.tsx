import { Button, CloseButton, Paper, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import type { SavedAddress } from '@portage/contract/addresses';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { useMerchant } from '../lib/merchant.ts';
import { useFormat } from '../lib/use-format.ts';
import { useTypedSearch } from '../lib/use-typed-search.ts';
import { paths } from '../paths.ts';
import { PageHead } from '../ui/PageHead.tsx';
import classes from './AddressBook.module.css';
import { addressesQuery } from './address-calls.ts';
import { AddressBookMenu } from './AddressBookMenu.tsx';
import { AddressDialog } from './AddressDialog.tsx';
import { AddressesEnd } from './AddressesEnd.tsx';
import { AddressList } from './AddressList.tsx';
import { NoAddresses } from './NoAddresses.tsx';
import { useDeleteAddresses } from './use-delete-addresses.ts';
import '@mantine/core/styles/Skeleton.layer.css';

/** The merchant's saved recipients (spec 2 §2, /addressBook). */
export function AddressBookPage() {
  const { t } = useTranslation(['addressBook', 'errors']);
  const merchant = useMerchant();
  const format = useFormat(merchant.data?.timeZone);
  const { search = '' } = useSearch({ from: '/signed-in/addressBook' });
  const navigate = useNavigate();
  const { typed, change } = useTypedSearch(search, (next) => {
    void navigate({ to: paths.addressBook(), search: next ? { search: next } : {}, replace: true });
  });
  const list = useInfiniteQuery(addressesQuery(search));
  const addresses = list.data ?? [];

  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = addresses.filter(({ id }) => chosen.has(id));
  const select = (ids: readonly string[], isSelected: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) {
      if (isSelected) next.add(id);
      else next.delete(id);
    }
    setChosen(next);
  };
  const [editing, setEditing] = useState<SavedAddress | 'new'>();
  const [isImporting, setIsImporting] = useState(false);
  const sheet = useRef<HTMLElement>(null);
  const deletion = useDeleteAddresses((ids) => {
    select(ids, false);
    // The row on which the keyboard stood is gone.
    sheet.current?.focus();
  });

  return (
    <Stack gap="md">
      <PageHead
        title={t('title')}
        text={t('text')}
        action={
          <Button
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setEditing('new')}
          >
            {t('create')}
          </Button>
        }
      />
      <div className={classes['bar']}>
        <TextInput
          type="search"
          className={classes['search'] ?? ''}
          aria-label={t('search.name')}
          placeholder={t('search.placeholder')}
          maxLength={200}
          autoComplete="off"
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            typed !== '' && (
              <CloseButton size="sm" aria-label={t('search.clear')} onClick={() => change('')} />
            )
          }
          value={typed}
          onChange={(event) => change(event.currentTarget.value)}
        />
        <AddressBookMenu search={search} isImporting={isImporting} onImport={setIsImporting} />
        {selected.length > 0 && (
          <>
            <Text size="sm" component="output" className={classes['selected'] ?? ''}>
              {t('selected', { count: selected.length })}
            </Text>
            <Button
              variant="default"
              px="sm"
              loading={deletion.isPending}
              onClick={() => deletion.mutate(selected)}
            >
              {t('deleteSelected')}
            </Button>
            <Button variant="subtle" px="sm" onClick={() => setChosen(new Set())}>
              {t('clearSelection')}
            </Button>
          </>
        )}
      </div>
      <Paper
        withBorder
        component="section"
        aria-label={t('title')}
        ref={sheet}
        tabIndex={-1}
        className={classes['sheet'] ?? ''}
      >
        {addresses.length > 0 && (
          <>
            <AddressList
              addresses={addresses}
              format={format}
              selected={chosen}
              onSelect={select}
              onEdit={setEditing}
              onDelete={(saved) => deletion.mutate([saved])}
            />
            <AddressesEnd list={list} />
          </>
        )}
        {list.isSuccess && addresses.length === 0 && (
          <NoAddresses
            search={search}
            onClear={() => change('')}
            onImport={() => setIsImporting(true)}
          />
        )}
        {list.isPending && <AddressesSkeleton />}
        {list.isError && addresses.length === 0 && (
          <LoadFailed
            title={t('errors:error.couldNotGetAddressBook')}
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        )}
      </Paper>
      <AddressDialog editing={editing} onClose={() => setEditing(undefined)} />
    </Stack>
  );
}

function AddressesSkeleton() {
  return (
    <Stack gap="lg" p="lg" aria-hidden>
      {Array.from({ length: 8 }, (_, row) => (
        <Skeleton key={row} height={20} />
      ))}
    </Stack>
  );
}
