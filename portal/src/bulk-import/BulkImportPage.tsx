import { Loader, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LeaveDialog } from '../lib/LeaveDialog.tsx';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { useMerchant } from '../lib/merchant.ts';
import { PageHead } from '../ui/PageHead.tsx';
import classes from './BulkImport.module.css';
import { CheckRows } from './CheckRows.tsx';
import { ChooseFiles } from './ChooseFiles.tsx';
import { importBook, showStep, useEndOfWork, useImportWork } from './import-work.ts';
import { ImportList } from './imports/ImportList.tsx';
import { summaryOf, useImportFiles } from './use-import-files.ts';

/** Many orders from two files: chosen, checked, and created in the background (spec 2 §2, /bulkNew). */
export function BulkImportPage() {
  const { t } = useTranslation(['bulkImport', 'errors']);
  const files = useImportFiles();
  const { step } = useImportWork();
  useEndOfWork();
  const { data: merchant, error, refetch } = useMerchant();

  async function check() {
    if (!merchant) return;
    showStep({ name: 'checking' });
    const { phoneOptional, merchantLocation } = merchant;
    const origin = { ...merchantLocation, isBusinessAddress: false };
    const summary = await importBook().check({ origin, phoneOptional });
    showStep({ name: 'check', summary });
  }

  const names = {
    orderDetails: summaryOf(files.files.orderDetails)?.name ?? '',
    orderPackages: summaryOf(files.files.orderPackages)?.name ?? '',
  };

  if (error && !merchant) {
    return (
      <LoadFailed
        title={t('errors:error.couldNotGetProfileInfo')}
        error={error}
        onRetry={() => void refetch()}
        order={1}
      />
    );
  }
  return (
    <Stack gap="lg" className={classes['page'] ?? ''}>
      <PageHead title={t('title')} {...(step.name === 'choose' && { text: t('description') })} />
      {step.name === 'choose' && (
        <>
          <ChooseFiles files={files} onContinue={() => void check()} />
          <ImportList />
        </>
      )}
      {step.name === 'checking' && (
        <Stack align="center" py="xl" aria-live="polite">
          <Loader />
          <Text>{t('check.checking')}</Text>
        </Stack>
      )}
      {step.name === 'check' && (
        <CheckRows
          book={importBook()}
          summary={step.summary}
          names={names}
          onSubmitted={() => showStep({ name: 'choose' })}
          onBack={() => showStep({ name: 'choose' })}
        />
      )}
      <LeaveDialog title={t('leave')} isUnsaved={step.name === 'check'} />
    </Stack>
  );
}
