import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { ImportFile } from '@portage/contract/import-columns';
import { IconDownload, IconSwitchHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../lib/save-file.ts';
import { Hint } from '../ui/Hint.tsx';
import { ColumnsDialog } from './ColumnsDialog.tsx';
import { FileSlot } from './FileSlot.tsx';
import { missingColumns } from './needed-columns.ts';
import { templateCsv, templateNames } from './template.ts';
import { type ImportFiles, summaryOf } from './use-import-files.ts';
import '@mantine/core/styles/SimpleGrid.layer.css';

interface ChooseFilesProps {
  readonly files: ImportFiles;
  /** Goes on to the check of the rows. */
  readonly onContinue: () => void;
}

/** The first step of an import: the two files, their templates, and what is odd about them (spec 2 §2). */
export function ChooseFiles({ files, onContinue }: ChooseFilesProps) {
  const { t } = useTranslation('bulkImport');
  const [mapping, setMapping] = useState<ImportFile>();
  const summaries = {
    orderDetails: summaryOf(files.files.orderDetails),
    orderPackages: summaryOf(files.files.orderPackages),
  };
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
      <Misplaced files={files} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        {ImportFile.options.map((file) => (
          <Stack key={file} gap="xs">
            <FileSlot file={file} files={files} />
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
            {...(!hasBoth && { 'data-disabled': true })}
            aria-disabled={!hasBoth}
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
          onMap={(columns) => void files.map(mapping, columns).then(onContinue)}
        />
      )}
    </Stack>
  );
}

/** Says when the headers of a file are those of the other one, and offers to exchange them. */
function Misplaced({ files }: { readonly files: ImportFiles }) {
  const { t } = useTranslation('bulkImport');
  const details = summaryOf(files.files.orderDetails);
  const packages = summaryOf(files.files.orderPackages);
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
          : t('choose.misplaced', { name: wrong?.name })}
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconSwitchHorizontal size={16} aria-hidden />}
          onClick={() => void files.swap()}
        >
          {t(hasBoth ? 'choose.swap' : 'choose.move')}
        </Button>
      </Group>
    </Alert>
  );
}
