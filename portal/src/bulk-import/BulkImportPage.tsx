import { Loader, Stack, Text, Alert, Button, Group, SimpleGrid } from '@mantine/core';
import { IconDownload, IconSwitchHorizontal } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { BYTE_ORDER_MARK, csvLine } from '@portage/contract/csv';
import {
  ImportFile,
  importColumns,
  type OrderDetailsRow,
  type OrderPackagesRow,
} from '@portage/contract/imports/import-columns';
import { useTranslation } from '../i18n/i18n.ts';
import { saveFile } from '../lib/download.ts';
import { LeaveDialog } from '../lib/LeaveDialog.tsx';
import { ProfileFailed } from '../lib/LoadFailed.tsx';
import { merchantQuery, useMerchant } from '../lib/merchant.ts';
import { notifyError } from '../lib/notify.tsx';
import { queryClient } from '../lib/query-client.ts';
import { paths } from '../paths.ts';
import { Hint } from '../ui/Hint.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { softDisabled } from '../ui/pressed-once.ts';
import { focusPage } from '../ui/return-focus.ts';
import classes from './BulkImport.module.css';
import { CheckRows } from './CheckRows.tsx';
import { ColumnsDialog } from './ColumnsDialog.tsx';
import { FileSlot } from './FileSlot.tsx';
import {
  draftOfWork,
  finishWork,
  importBook,
  importFiles,
  missingColumns,
  showStep,
  updateSummary,
  useEndOfWork,
  useImportWork,
  useSummaries,
} from './import-work.ts';
import { ImportList } from './imports/ImportList.tsx';
import { UnfinishedImports } from './UnfinishedImports.tsx';

const templateNames = {
  orderDetails: 'template.csv',
  orderPackages: 'template-packages.csv',
} as const satisfies Record<ImportFile, string>;

/** The first has every column, the second the required ones. */
const EXAMPLES: {
  orderDetails: readonly OrderDetailsRow[];
  orderPackages: readonly OrderPackagesRow[];
} = {
  orderDetails: [
    {
      order_ref_number: 'EXAMPLE-1001',
      recipient_name: 'Camille Tremblay',
      recipient_email: 'camille@example.com',
      recipient_phone: '+15145550123',
      recipient_notes: 'Buzzer 12',
      recipient_street: '1200 rue Sherbrooke Ouest',
      recipient_unit: 'Apt 4',
      recipient_city: 'Montréal',
      recipient_province: 'QC',
      recipient_postal_code: 'H3A 1H6',
      recipient_country: 'CA',
      is_recipient_address_a_business: 'no',
      package_count: 2,
      service: 'STANDARD',
      delivery_service: 'TO_THE_DOOR',
      notes: 'Fragile',
    },
    {
      order_ref_number: 'EXAMPLE-1002',
      recipient_name: 'Ada Nguyen',
      recipient_phone: '+14165550123',
      recipient_street: '100 Queen Street West',
      recipient_city: 'Toronto',
      recipient_province: 'ON',
      recipient_postal_code: 'M5H 2N2',
      recipient_country: 'CA',
      is_recipient_address_a_business: 'yes',
      package_count: 1,
      service: 'STANDARD',
    },
  ],
  orderPackages: [
    ...[2.5, 4].map((package_weight, index) => ({
      order_ref_number: 'EXAMPLE-1001',
      package_ref_number: `BOX-${index + 1}`,
      package_weight,
      package_weight_unit: 'lb',
      package_length: 12,
      package_width: 9,
      package_height: 6,
      package_dimension_unit: 'inch',
    })),
    {
      order_ref_number: 'EXAMPLE-1002',
      package_weight: 1.2,
      package_weight_unit: 'kg',
      package_length: 30,
      package_width: 20,
      package_height: 10,
      package_dimension_unit: 'cm',
    },
  ],
};

export function templateCsv(file: ImportFile): string {
  const columns = importColumns[file];
  const rows: readonly Readonly<Record<string, string | number | boolean | null | undefined>>[] =
    EXAMPLES[file];
  const lines = rows.map((row) => csvLine(columns.map((column) => row[column] ?? undefined)));
  return [BYTE_ORDER_MARK, csvLine(columns), ...lines].join('');
}

/** The first step (spec 2 §2). */
function ChooseFiles({ onContinue }: { readonly onContinue: () => void }) {
  const { t } = useTranslation('bulkImport');
  const [mapping, setMapping] = useState<ImportFile>();
  const summaries = useSummaries();
  const hasBoth = summaries.orderDetails !== undefined && summaries.orderPackages !== undefined;
  const mapped = mapping && summaries[mapping];

  function goOn() {
    const unclear = ImportFile.options.find(
      (file) => missingColumns(file, summaries[file]?.columns ?? []).length > 0,
    );
    if (unclear) setMapping(unclear);
    else onContinue();
  }

  return (
    <Stack gap="lg">
      <Misplaced />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        {ImportFile.options.map((file) => (
          <Stack key={file} gap="xs">
            <FileSlot file={file} />
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconDownload size={16} aria-hidden />}
              ml={-8}
              style={{ alignSelf: 'flex-start' }}
              aria-label={`${t('choose.template')} ${templateNames[file]}`}
              onClick={() =>
                saveFile(new Blob([templateCsv(file)], { type: 'text/csv' }), templateNames[file])
              }
            >
              {templateNames[file]}
            </Button>
          </Stack>
        ))}
      </SimpleGrid>
      <Group justify="space-between" align="flex-start">
        <Text size="sm" c="dimmed" maw="32rem">
          {t('choose.templateHelp')}
        </Text>
        <Hint label={t('choose.needBoth')} disabled={hasBoth}>
          <Button
            w={{ base: '100%', xs: 'auto' }}
            {...softDisabled(!hasBoth)}
            onClick={() => hasBoth && goOn()}
          >
            {t('choose.continue')}
          </Button>
        </Hint>
      </Group>
      {mapping && mapped && (
        <ColumnsDialog
          file={mapping}
          summary={mapped}
          onClose={() => setMapping(undefined)}
          onMap={(columns) => void importFiles.map(mapping, columns).then(onContinue)}
          onHeaderLine={(line) => void importFiles.setHeaderLine(mapping, line)}
        />
      )}
    </Stack>
  );
}

function Misplaced() {
  const { t } = useTranslation('bulkImport');
  const { orderDetails: details, orderPackages: packages } = useSummaries();
  const isWrong = {
    details: details?.looksLike === 'orderPackages',
    packages: packages?.looksLike === 'orderDetails',
  };
  if (!isWrong.details && !isWrong.packages) return null;
  const wrong = isWrong.details ? details : packages;
  const hasBoth = details !== undefined && packages !== undefined;
  return (
    <Alert color="yellow" role="alert">
      <Group justify="space-between">
        {isWrong.details && isWrong.packages
          ? t('choose.swapped')
          : t(`choose.misplaced.${wrong?.looksLike ?? 'orderDetails'}`, { name: wrong?.name })}
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconSwitchHorizontal size={16} aria-hidden />}
          onClick={() => {
            void importFiles.swap();
            focusPage();
          }}
        >
          {t(hasBoth ? 'choose.swap' : 'choose.move')}
        </Button>
      </Group>
    </Alert>
  );
}

/** Spec 2 §2, /bulkNew. */
export function BulkImportPage() {
  const { t } = useTranslation(['bulkImport', 'errors']);
  const { files, step, isKept, isCopy } = useImportWork();
  useEndOfWork();
  const navigate = useNavigate();
  const { fix } = useSearch({ from: '/signed-in/bulkNew' });
  const profile = useMerchant();
  const { data: merchant, error } = profile;
  const toFix = merchant && fix;

  async function check() {
    showStep({ name: 'checking' });
    const { phoneOptional, merchantLocation } =
      merchant ?? (await queryClient.query(merchantQuery));
    const origin = { ...merchantLocation, isBusinessAddress: false };
    const summary = await importBook().check({ origin, phoneOptional }, draftOfWork());
    showStep({ name: 'check', summary, opening: await importBook().opening() });
    updateSummary(summary);
  }

  async function openRows(open?: () => Promise<void>) {
    try {
      await open?.();
      await check();
    } catch (cause) {
      showStep({ name: 'choose' });
      notifyError({ title: t('imports.couldNotFix'), cause });
    }
  }

  /** Opens the orders that were left out, at their first problem. */
  async function fixLeftOut(id: string) {
    await openRows(() => importFiles.fix(id));
    await navigate({ to: paths.bulkNew(), search: {}, replace: true });
  }
  const beginToFix = useEffectEvent((id: string) => void fixLeftOut(id));
  useEffect(() => {
    if (toFix !== undefined) beginToFix(toFix);
  }, [toFix]);

  if (error && !merchant) {
    return (
      <>
        <PageHead title={t('title')} />
        <ProfileFailed profile={profile} />
      </>
    );
  }
  return (
    <Stack gap="lg" className={classes['page'] ?? ''}>
      <PageHead title={t('title')} {...(step.name === 'choose' && { text: t('description') })} />
      {step.name === 'choose' && (
        <>
          {Object.keys(files).length === 0 && (
            <UnfinishedImports
              onContinue={(kept) => void openRows(() => importFiles.reopen(kept))}
            />
          )}
          <ChooseFiles onContinue={() => void openRows()} />
          <ImportList onFix={(id) => void navigate({ to: paths.bulkNew(), search: { fix: id } })} />
        </>
      )}
      {step.name === 'checking' && (
        <Stack align="center" py="xl" aria-live="polite">
          <Loader />
          <Text>{t('check.checking')}</Text>
        </Stack>
      )}
      {step.name === 'check' && isCopy && (
        <Alert color="yellow" role="alert">
          {t('check.copy')}
        </Alert>
      )}
      {step.name === 'check' && (
        <CheckRows
          book={importBook()}
          summary={step.summary}
          opening={step.opening}
          isKept={isKept}
          onSubmitted={() => void finishWork()}
          onBack={() => {
            showStep({ name: 'choose' });
            focusPage();
          }}
        />
      )}
      <LeaveDialog title={t('leave')} isUnsaved={step.name === 'check' && !isKept} />
    </Stack>
  );
}
