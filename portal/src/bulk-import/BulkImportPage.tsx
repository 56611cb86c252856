import { Loader, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LeaveDialog } from '../lib/LeaveDialog.tsx';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { useMerchant } from '../lib/merchant.ts';
import { PageHead } from '../ui/PageHead.tsx';
import type { ImportSummary } from './book/import-views.ts';
import { CheckRows } from './CheckRows.tsx';
import { ChooseFiles } from './ChooseFiles.tsx';
import { ImportList } from './imports/ImportList.tsx';
import { summaryOf, useImportFiles } from './use-import-files.ts';

/** Where an import stands before it is sent. */
type Step =
  | { readonly name: 'choose' }
  | { readonly name: 'checking' }
  | { readonly name: 'check'; readonly summary: ImportSummary };

/** Many orders from two files: chosen, checked, and created in the background (spec 2 §2, /bulkNew). */
export function BulkImportPage() {
  const { t } = useTranslation(['bulkImport', 'errors']);
  const files = useImportFiles();
  const { data: merchant, error, refetch } = useMerchant();
  const [step, setStep] = useState<Step>({ name: 'choose' });

  async function check() {
    if (!merchant) return;
    setStep({ name: 'checking' });
    const { phoneOptional, merchantLocation } = merchant;
    const origin = { ...merchantLocation, isBusinessAddress: false };
    const summary = await files.book().check({ origin, phoneOptional });
    setStep({ name: 'check', summary });
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
    <Stack gap="lg">
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
          book={files.book()}
          initial={step.summary}
          names={names}
          onSubmitted={() => setStep({ name: 'choose' })}
          onBack={() => setStep({ name: 'choose' })}
        />
      )}
      <LeaveDialog title={t('leave')} isUnsaved={step.name === 'check'} />
    </Stack>
  );
}
