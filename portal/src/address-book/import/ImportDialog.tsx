import { Alert, Button, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { addressCsvHeader } from '@portage/contract/address-csv';
import { BYTE_ORDER_MARK, csvLine } from '@portage/contract/csv';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../lib/save-file.ts';
import classes from './Import.module.css';
import { ImportedRows } from './ImportedRows.tsx';
import { isSaved } from './import-rows.ts';
import { type AddressImport, useAddressImport } from './use-address-import.ts';
import '@mantine/core/styles/LoadingOverlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/dropzone/styles.layer.css';

interface ImportDialogProps {
  readonly onClose: () => void;
}

/** Imports recipients from a CSV file or an Excel workbook: chosen, checked, then saved row by row. */
export function ImportDialog({ onClose }: ImportDialogProps) {
  const { t } = useTranslation(['addressBook', 'common']);
  const work = useAddressImport();
  const [isAsking, setIsAsking] = useState(false);
  const left = work.rows.filter((row) => !isSaved(row)).length;

  function close() {
    if (work.sending.isPending) return;
    if (left > 0) setIsAsking(true);
    else onClose();
  }

  return (
    <Modal
      opened
      onClose={close}
      title={t('import.title')}
      closeButtonProps={{ 'aria-label': t('import.close') }}
      size={work.file ? 'xl' : 'lg'}
      centered
    >
      {work.file ? (
        <ImportedRows file={work.file} work={work} onClose={close} />
      ) : (
        <ChooseFile reading={work.reading} />
      )}
      <Modal
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('import.leaveTitle')}
        closeButtonProps={{ 'aria-label': t('import.stay') }}
        centered
      >
        <Text mb="lg">{t('import.leaveText', { count: left })}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setIsAsking(false)} data-autofocus>
            {t('import.stay')}
          </Button>
          <Button color="red.9" onClick={onClose}>
            {t('import.leave')}
          </Button>
        </Group>
      </Modal>
    </Modal>
  );
}

const TEMPLATE_ROW = [
  ...['Camille Tremblay', 'camille@example.com', '+15145550123', '1200 rue Sherbrooke Ouest'],
  ...['Apt 4', 'Montréal', 'QC', 'H3A 1H6', 'CA'],
];

function saveTemplate() {
  const text = [BYTE_ORDER_MARK, addressCsvHeader, csvLine(TEMPLATE_ROW)].join('');
  saveFile(new Blob([text], { type: 'text/csv' }), 'address_book_template.csv');
}

function ChooseFile({ reading }: Pick<AddressImport, 'reading'>) {
  const { t } = useTranslation(['addressBook', 'sheets']);
  const fault = reading.data?.fault;
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('import.text')}
      </Text>
      <Dropzone
        multiple={false}
        onDrop={([chosen]) => chosen && reading.mutate(chosen)}
        className={classes['drop'] ?? ''}
        inputProps={{ 'aria-label': t('import.file') }}
        aria-label={t('import.drop')}
      >
        <Stack align="center" gap={4}>
          {reading.isPending ? (
            <Loader size={28} aria-label={t('import.reading')} />
          ) : (
            <IconUpload size={28} stroke={1.5} aria-hidden />
          )}
          <Text fw={500} ta="center">
            {t('import.drop')}
          </Text>
          <Text size="sm" c="dimmed" ta="center">
            {t('import.formats')}
          </Text>
        </Stack>
      </Dropzone>
      {fault && (
        <Alert color="red" role="alert">
          {t(`sheets:fault.${fault.code}`, { ...fault.values })}
        </Alert>
      )}
      <Group>
        <Button
          variant="subtle"
          ml={-12}
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={saveTemplate}
        >
          {t('import.template')}
        </Button>
      </Group>
    </Stack>
  );
}
