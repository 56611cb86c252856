import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { addressCsvHeader } from '@portage/contract/addresses/addresses';
import { BYTE_ORDER_MARK, csvLine } from '@portage/contract/csv';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '../../lib/sheets/FileDrop.tsx';
import { saveFile } from '../../lib/save-file.ts';
import { ImportedRows } from './ImportedRows.tsx';
import { isSaved } from './import-rows.ts';
import { type AddressImport, useAddressImport } from './use-address-import.ts';

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

  // In a stack Escape closes the dialog on top alone.
  return (
    <Modal.Stack>
      <Modal
        stackId="import"
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
          stackId="leave"
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
    </Modal.Stack>
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
      <FileDrop
        text={t('import.drop')}
        formats={t('import.formats')}
        fieldLabel={t('import.file')}
        reading={reading.isPending ? t('import.reading') : undefined}
        onDrop={([chosen]) => chosen && reading.mutate(chosen)}
      />
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
