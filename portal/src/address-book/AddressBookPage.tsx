import {
  Button,
  CloseButton,
  Paper,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Modal,
  VisuallyHidden,
} from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import {
  IconPlus,
  IconSearch,
  IconAddressBook,
  IconSearchOff,
  IconArrowMerge,
  IconChevronDown,
  IconDownload,
  IconFileImport,
} from '@tabler/icons-react';
import { useInfiniteQuery, type UseInfiniteQueryResult, useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState, useEffect, useDeferredValue, lazy, Suspense } from 'react';
import {
  type SavedAddress,
  addressEndpoints,
  type NewSavedAddress,
  ADDRESSES_CSV_NAME,
} from '@portage/contract/addresses/addresses';
import { loadTexts, useTranslation } from '../i18n/i18n.ts';
import { callApi } from '../lib/api.ts';
import { download, saveFile } from '../lib/download.ts';
import { refusedFields } from '../lib/field-message.ts';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { notifyError, notifySuccess } from '../lib/notify.tsx';
import { RequestId } from '../lib/RequestId.tsx';
import { useKeyedCall } from '../lib/use-keyed-call.ts';
import { useTypedSearch } from '../lib/use-search.ts';
import { paths } from '../paths.ts';
import { Empty } from '../ui/Empty.tsx';
import { LinkButton } from '../ui/links.tsx';
import { MenuButton } from '../ui/MenuButton.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { addressesQuery, refreshAddresses, useDeleteAddresses } from './address-calls.ts';
import classes from './AddressBook.module.css';
import { AddressList } from './AddressList.tsx';
import { MergeDialog } from './MergeDialog.tsx';
import { recipientDraftOf } from './read-recipient.ts';
import { RecipientForm } from './RecipientForm.tsx';

const ImportDialog = lazy(async () => {
  const [{ ImportDialog: component }] = await Promise.all([
    import('./import/ImportDialog.tsx'),
    loadTexts('sheets'),
  ]);
  return { default: component };
});

interface AddressBookMenuProps {
  readonly search: string;
  readonly isImporting: boolean;
  readonly onImport: (isImporting: boolean) => void;
}

function AddressBookMenu({ search, isImporting, onImport }: AddressBookMenuProps) {
  const { t } = useTranslation(['addressBook', 'errors']);
  const [isMerging, setIsMerging] = useState(false);
  const exporting = useMutation({
    mutationFn: () =>
      download(
        addressEndpoints.export,
        { query: search === '' ? {} : { freeSearch: search } },
        { signal: new AbortController().signal, onPiece: () => undefined },
      ),
    onSuccess: (file) => {
      saveFile(file, ADDRESSES_CSV_NAME);
      notifySuccess({ title: t('exported'), message: ADDRESSES_CSV_NAME });
    },
    onError: (cause) => notifyError({ title: t('errors:error.couldNotExportAddressBook'), cause }),
  });
  return (
    <>
      <MenuButton
        position="bottom-start"
        renderButton={(target) => (
          <Button
            {...target}
            variant="default"
            rightSection={<IconChevronDown size={16} aria-hidden />}
            loading={exporting.isPending}
          >
            {t('more')}
          </Button>
        )}
        renderItems={(Menu) => (
          <>
            <Menu.Item
              leftSection={<IconFileImport size={16} aria-hidden />}
              onClick={() => onImport(true)}
            >
              {t('import.menu')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => exporting.mutate()}
            >
              {t(search === '' ? 'exportAll' : 'exportFound')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowMerge size={16} aria-hidden />}
              onClick={() => setIsMerging(true)}
            >
              {t('merge.find')}
            </Menu.Item>
          </>
        )}
      />
      {isImporting && (
        <Suspense>
          <ImportDialog onClose={() => onImport(false)} />
        </Suspense>
      )}
      <MergeDialog isOpen={isMerging} onClose={() => setIsMerging(false)} />
    </>
  );
}

interface NoAddressesProps {
  readonly search: string;
  readonly onClear: () => void;
  readonly onImport: () => void;
}

function NoAddresses({ search, onClear, onImport }: NoAddressesProps) {
  const { t } = useTranslation('addressBook');
  const state = search === '' ? 'empty' : 'noMatch';
  const Icon = search === '' ? IconAddressBook : IconSearchOff;
  return (
    <Empty Icon={Icon} title={t(`${state}.title`)} text={t(`${state}.text`, { search })}>
      {search === '' ? (
        <>
          <LinkButton to={paths.newOrder()}>{t('empty.action')}</LinkButton>
          <Button variant="default" onClick={onImport}>
            {t('empty.import')}
          </Button>
        </>
      ) : (
        <Button variant="default" onClick={onClear}>
          {t('search.clear')}
        </Button>
      )}
    </Empty>
  );
}

type AddressesEndProps = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
>;

/** Says why the next page could not be loaded. */
function AddressesEnd(props: AddressesEndProps) {
  const { hasNextPage, isFetching, isFetchNextPageError, error, fetchNextPage } = props;
  const { t } = useTranslation('addressBook');
  const { ref, entry } = useIntersection({ rootMargin: '800px' });
  const isNear = entry?.isIntersecting === true;
  useEffect(() => {
    if (isNear && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [isNear, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);

  if (isFetchNextPageError) {
    return (
      <div className={classes['end']} role="alert">
        {t('moreFailed')} {error?.message}
        <Button size="compact-sm" variant="default" onClick={() => void fetchNextPage()}>
          {t('order.retry')}
        </Button>
        <RequestId error={error} />
      </div>
    );
  }
  return (
    <div ref={ref} className={classes['end']}>
      {t(hasNextPage ? 'loadingMore' : 'end')}
    </div>
  );
}

interface SavedRecipientProps {
  readonly saved: SavedAddress | undefined;
  readonly onClose: () => void;
}

/** Creates an address where `saved` is undefined. */
function SavedRecipient({ saved, onClose }: SavedRecipientProps) {
  const { t } = useTranslation('errors');
  const create = useKeyedCall(addressEndpoints.create);
  const { mutate, isPending } = useMutation({
    mutationFn: (body: NewSavedAddress) =>
      saved ? callApi(addressEndpoints.edit, { params: { id: saved.id }, body }) : create({ body }),
    onSuccess: ({ recipient }) => {
      notifySuccess({ title: t('success.addressSaved'), message: recipient.name });
      void refreshAddresses();
      onClose();
    },
    onError: (cause) => notifyError({ title: t('error.couldNotSaveAddress'), cause }),
  });
  return (
    <RecipientForm
      draft={recipientDraftOf(saved)}
      isPending={isPending}
      onSubmit={(recipient, onInvalid) =>
        mutate(recipient, { onError: (cause) => onInvalid(refusedFields(cause)) })
      }
      onCancel={onClose}
    />
  );
}

/** Spec 2 §2, /addressBook. */
export function AddressBookPage() {
  const { t } = useTranslation(['addressBook', 'errors', 'common']);
  const { search = '' } = useSearch({ from: '/signed-in/addressBook' });
  const navigate = useNavigate();
  const { typed, change } = useTypedSearch(search, (next) => {
    void navigate({ to: paths.addressBook(), search: next ? { search: next } : {}, replace: true });
  });
  const list = useInfiniteQuery(addressesQuery(search));
  // Rendered in interruptible pieces: a phone takes a second for a hundred rows.
  const drawn = useDeferredValue(list.data);
  const isDrawing = drawn !== list.data;
  const found = drawn ?? [];
  /** Stays listed until its order is done, under any search. */
  const [orderedFor, setOrderedFor] = useState<SavedAddress>();
  const isListed = orderedFor === undefined || found.some(({ id }) => id === orderedFor.id);
  const addresses = isListed ? found : [orderedFor, ...found];

  const isFound = list.isSuccess && !list.isPlaceholderData && !isDrawing;

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
  const closeDialog = () => setEditing(undefined);
  const [isImporting, setIsImporting] = useState(false);
  const sheet = useRef<HTMLElement>(null);
  const deletion = useDeleteAddresses((ids) => {
    select(ids, false);
    // The focused row is gone.
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
        <VisuallyHidden component="output">
          {isFound &&
            search !== '' &&
            (found.length === 0
              ? t('noMatch.title')
              : t(list.hasNextPage ? 'foundAtLeast' : 'found', { count: found.length }))}
        </VisuallyHidden>
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
              selected={chosen}
              onSelect={select}
              onEdit={setEditing}
              onDelete={(saved) => deletion.mutate([saved])}
              orderedFor={orderedFor?.id}
              onOrderFor={setOrderedFor}
            />
            <AddressesEnd {...list} isFetching={list.isFetching || isDrawing} />
          </>
        )}
        {isFound && addresses.length === 0 && (
          <NoAddresses
            search={search}
            onClear={() => change('')}
            onImport={() => setIsImporting(true)}
          />
        )}
        {(list.isPending || list.isPlaceholderData || isDrawing) && addresses.length === 0 && (
          <AddressesSkeleton />
        )}
        {list.isError && addresses.length === 0 && (
          // Without data: an empty list that cannot be read again has failed, too.
          <LoadFailed
            title={t('errors:error.couldNotGetAddressBook')}
            query={{ error: list.error, refetch: list.refetch }}
          />
        )}
      </Paper>
      <Modal
        opened={editing !== undefined}
        onClose={closeDialog}
        title={t(editing === 'new' ? 'edit.createTitle' : 'edit.title')}
        closeButtonProps={{ 'aria-label': t('common:cancel') }}
        size="lg"
      >
        {editing && (
          <SavedRecipient saved={editing === 'new' ? undefined : editing} onClose={closeDialog} />
        )}
      </Modal>
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
