import {
  Alert,
  Button,
  CloseButton,
  Group,
  Loader,
  Paper,
  Stack,
  Text,
  Title,
  Textarea,
} from '@mantine/core';
import { IconClipboardText, IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import type { ImportFile } from '@portage/contract/imports/import-columns';
import { useTranslation } from '../i18n/i18n.ts';
import { FileDrop } from '../lib/sheets/FileDrop.tsx';
import { FormDialog } from '../ui/Dialogs.tsx';
import type { FileSummary } from './book/chosen-files.ts';
import classes from './BulkImport.module.css';
import { ColumnsDialog } from './ColumnsDialog.tsx';
import { type ChosenFile, importFiles, summaryOf, useImportWork } from './import-work.ts';
import { useColumnName } from './use-column-name.ts';

interface PasteDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Called with the pasted text, headers and rows. */
  readonly onPaste: (text: string) => void;
}

function PasteDialog({ isOpen, onClose, onPaste }: PasteDialogProps) {
  const { t } = useTranslation('bulkImport');
  const [text, setText] = useState('');

  function use(pasted: string) {
    onPaste(pasted);
    setText('');
    onClose();
  }

  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('paste.title')}
      size="lg"
      submitText={t('paste.use')}
      isDisabled={text.trim() === ''}
      onSubmit={() => use(text)}
    >
      <Textarea
        label={t('paste.label')}
        description={t('paste.help')}
        rows={8}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        // Thousands of pasted rows in a field would freeze the page: they go straight to the reader.
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain');
          if (text !== '' || !pasted.includes('\n')) return;
          event.preventDefault();
          use(pasted);
        }}
        data-autofocus
      />
    </FormDialog>
  );
}

interface FileSlotProps {
  readonly file: ImportFile;
}

export function FileSlot({ file }: FileSlotProps) {
  const { t } = useTranslation('bulkImport');
  const [isPasting, setIsPasting] = useState(false);
  const { files } = useImportWork();
  const chosen = files[file];
  return (
    <Paper
      withBorder
      p="md"
      component="section"
      tabIndex={-1}
      className={classes['slot'] ?? ''}
      aria-labelledby={`slot-${file}`}
    >
      <Stack gap="sm" h="100%">
        <div>
          <Title order={2} id={`slot-${file}`}>
            {t(`file.${file}`)}
          </Title>
          <Text size="sm" c="dimmed">
            {t(`fileHelp.${file}`)}
          </Text>
        </div>
        {chosen ? (
          <Chosen file={file} chosen={chosen} />
        ) : (
          <FileDrop
            isMultiple
            text={t('choose.drop')}
            formats={t('choose.formats')}
            fieldLabel={t(`file.${file}`)}
            onDrop={(dropped) => importFiles.choose(file, dropped)}
          />
        )}
        {chosen?.status !== 'read' && (
          <Button
            variant="default"
            leftSection={<IconClipboardText size={16} aria-hidden />}
            onClick={() => setIsPasting(true)}
          >
            {t('choose.paste')}
          </Button>
        )}
        {file === 'orderPackages' && !chosen && summaryOf(files.orderDetails) && (
          <Button variant="subtle" onClick={() => void importFiles.share()}>
            {t('choose.share')}
          </Button>
        )}
      </Stack>
      <PasteDialog
        isOpen={isPasting}
        onClose={() => setIsPasting(false)}
        onPaste={(text) => importFiles.paste(file, text, t('paste.name'))}
      />
    </Paper>
  );
}

interface ChosenProps extends FileSlotProps {
  readonly chosen: ChosenFile;
}

function Chosen({ file, chosen }: ChosenProps) {
  const { t } = useTranslation(['bulkImport', 'sheets']);
  const columnName = useColumnName();
  const summary = summaryOf(chosen);
  const name = summary?.name ?? (chosen.status === 'read' ? '' : chosen.name);
  return (
    <Stack gap="sm" flex={1}>
      <Group wrap="nowrap" className={classes['chosen'] ?? ''} data-status={chosen.status}>
        {chosen.status === 'reading' ? (
          <Loader size={24} aria-label={t('choose.reading')} />
        ) : (
          <IconFileSpreadsheet size={24} stroke={1.5} aria-hidden />
        )}
        <div className={classes['name']}>
          <div aria-live="polite">
            <Text fw={500} truncate>
              {name}
            </Text>
            {summary && <RowsAndColumns summary={summary} />}
          </div>
          {summary && <MapColumns file={file} summary={summary} />}
        </div>
        <CloseButton
          aria-label={t('choose.remove', { name })}
          onClick={() => importFiles.remove(file)}
        />
      </Group>
      {chosen.status === 'failed' && (
        <Alert color="red" role="alert">
          {t(`sheets:fault.${chosen.fault.code}`, { ...chosen.fault.values })}
        </Alert>
      )}
      {summary?.isShared && <Text size="sm">{t('choose.shared')}</Text>}
      {summary && summary.duplicates.length > 0 && (
        <Alert color="yellow">
          {t('choose.duplicates', {
            columns: summary.duplicates.map(columnName).join(', '),
          })}
        </Alert>
      )}
      {summary && summary.longLines.length > 0 && (
        <Alert color="yellow">
          {t('choose.longLines', { lines: summary.longLines.join(', ') })}
        </Alert>
      )}
    </Stack>
  );
}

interface SummaryProps {
  readonly summary: FileSummary;
}

function RowsAndColumns({ summary }: SummaryProps) {
  const { t } = useTranslation('bulkImport');
  const found = summary.columns.filter((column) => column !== undefined).length;
  return (
    <Text size="sm" c="dimmed">
      {t('choose.rows', { count: summary.rows })}
      {' · '}
      {t('choose.recognized', { number: found, total: summary.headers.length })}
    </Text>
  );
}

function MapColumns({ file, summary }: FileSlotProps & SummaryProps) {
  const { t } = useTranslation('bulkImport');
  const [isMapping, setIsMapping] = useState(false);
  return (
    <>
      <Button variant="subtle" size="compact-sm" ml={-8} onClick={() => setIsMapping(true)}>
        {t('choose.mapColumns')}
      </Button>
      {isMapping && (
        <ColumnsDialog
          file={file}
          summary={summary}
          onClose={() => setIsMapping(false)}
          onMap={(columns) => void importFiles.map(file, columns)}
          onHeaderLine={(line) => void importFiles.setHeaderLine(file, line)}
        />
      )}
    </>
  );
}
