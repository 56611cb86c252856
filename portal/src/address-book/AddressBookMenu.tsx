import { Button } from '@mantine/core';
import { ADDRESSES_CSV_NAME } from '@portage/contract/address-csv';
import { addressEndpoints } from '@portage/contract/addresses';
import { useMutation } from '@tanstack/react-query';
import { IconArrowMerge, IconChevronDown, IconDownload, IconFileImport } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../lib/download.ts';
import { dismissNotifications, notifyError, notifySuccess } from '../lib/notify.tsx';
import { saveFile } from '../lib/save-file.ts';
import { MenuButton } from '../ui/MenuButton.tsx';
import { MergeDialog } from './MergeDialog.tsx';

const ImportDialog = lazy(async () => ({
  default: (await import('./import/ImportDialog.tsx')).ImportDialog,
}));

interface AddressBookMenuProps {
  /** The search in force: what it finds is exported. */
  readonly search: string;
  readonly isImporting: boolean;
  readonly onImport: (isImporting: boolean) => void;
}

/** What can be done with the address book as a whole. */
export function AddressBookMenu({ search, isImporting, onImport }: AddressBookMenuProps) {
  const { t } = useTranslation(['addressBook', 'errors']);
  const [isMerging, setIsMerging] = useState(false);
  const exporting = useMutation({
    mutationFn: () =>
      download(
        addressEndpoints.export,
        { query: search === '' ? {} : { freeSearch: search } },
        { signal: new AbortController().signal, onPiece: () => undefined },
      ),
    onMutate: dismissNotifications,
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
        <Suspense fallback={null}>
          <ImportDialog onClose={() => onImport(false)} />
        </Suspense>
      )}
      <MergeDialog isOpen={isMerging} onClose={() => setIsMerging(false)} />
    </>
  );
}
