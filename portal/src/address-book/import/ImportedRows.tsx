import { Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { ADDRESSES_CSV_NAME, addressCsvColumns } from '@portage/contract/address-csv';
import { BYTE_ORDER_MARK, csvLine } from '@portage/contract/csv';
import { neededRecipientColumns } from '@portage/contract/import-recipients';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../lib/save-file.ts';
import { useFormat } from '../../lib/use-format.ts';
import { HeaderColumns } from './HeaderColumns.tsx';
import classes from './Import.module.css';
import { canSend, type ImportRow, isSaved } from './import-rows.ts';
import { ImportRowItem } from './ImportRowItem.tsx';
import type { AddressImport, RecipientFile } from './use-address-import.ts';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';

/** How many rows are shown at first, and how many more at a time. */
const SHOWN_AT_ONCE = 50;

const filters = {
  all: () => true,
  problems: ({ state, notes }: ImportRow) =>
    state === 'problem' || state === 'failed' || notes.length > 0,
  saved: isSaved,
} as const;

interface ImportedRowsProps {
  readonly file: RecipientFile;
  readonly work: AddressImport;
  readonly onClose: () => void;
}

/** The rows of a file: what is wrong with them before they are sent, what became of them afterwards. */
export function ImportedRows({ file, work, onClose }: ImportedRowsProps) {
  const { t } = useTranslation('addressBook');
  const { number } = useFormat();
  const { rows, sending } = work;
  const [filter, setFilter] = useState<keyof typeof filters>('all');
  const [limit, setLimit] = useState(SHOWN_AT_ONCE);
  const found = rows.filter(filters[filter]);
  const ready = rows.filter(canSend).length;
  const left = rows.filter((row) => !isSaved(row));
  const isSent = rows.some((row) => isSaved(row) || row.state === 'failed');
  const missing = neededRecipientColumns.filter((column) => !file.columns.includes(column));
  const countOf = (name: keyof typeof filters) => number(rows.filter(filters[name]).length);

  return (
    <Stack gap="md">
      <Text fw={500} component="output">
        {t('import.summary', {
          name: file.name,
          ready: t('import.ready', { count: ready, number: number(ready) }),
          saved: t('import.saved', { number: countOf('saved') }),
        })}
      </Text>
      {missing.length > 0 && (
        <Alert color="yellow">
          {t('import.missing', {
            columns: missing.map((column) => t(`import.column.${column}`)).join(', '),
          })}
        </Alert>
      )}
      {file.longLines.length > 0 && (
        <Alert color="yellow">
          {t('import.longLines', { lines: file.longLines.slice(0, 5).join(', ') })}
        </Alert>
      )}
      {!isSent && <HeaderColumns file={file} isOpen={missing.length > 0} onMap={work.map} />}
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('import.show')}
        value={filter}
        onChange={setFilter}
        data={(['all', 'problems', 'saved'] as const).map((value) => ({
          value,
          label: t(`import.filter.${value}`, { number: countOf(value) }),
        }))}
      />
      {found.length === 0 ? (
        <Text c="dimmed">{t('import.noRows')}</Text>
      ) : (
        <ul className={classes['rows']} aria-label={t('import.rows')}>
          {found.slice(0, limit).map((row) => (
            <ImportRowItem
              key={row.line}
              row={row}
              isDisabled={sending.isPending}
              onFix={(recipient) => work.fix(row, recipient)}
            />
          ))}
        </ul>
      )}
      {found.length > limit && (
        <Button variant="default" onClick={() => setLimit(limit + SHOWN_AT_ONCE)}>
          {t('import.showMore')}
        </Button>
      )}
      <Group justify="flex-end" className={classes['foot'] ?? ''}>
        {isSent && left.length > 0 && (
          <Button
            variant="subtle"
            mr="auto"
            ml={-12}
            onClick={() => saveFile(leftOverCsv(left), `left_over_${ADDRESSES_CSV_NAME}`)}
          >
            {t('import.saveLeft')}
          </Button>
        )}
        <Button variant="default" disabled={sending.isPending} onClick={onClose}>
          {t('import.close')}
        </Button>
        {(ready > 0 || !isSent) && (
          <Button
            loading={sending.isPending}
            disabled={ready === 0}
            onClick={() => sending.mutate()}
          >
            {t(isSent ? 'import.sendAgain' : 'import.send', {
              count: ready,
              number: number(ready),
            })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** The rows that are not in the address book as a CSV file, each with what is wrong with it. */
function leftOverCsv(rows: readonly ImportRow[]): Blob {
  const lines = rows.map(({ draft: { recipient, address }, notes }) =>
    csvLine([
      ...[recipient.name, recipient.email, recipient.phone, address.street, address.unit],
      ...[address.city, address.province, address.postalCode, address.country],
      notes.map(({ text }) => text).join(' '),
    ]),
  );
  const header = csvLine([...Object.keys(addressCsvColumns), 'problem']);
  return new Blob([BYTE_ORDER_MARK, header, ...lines], { type: 'text/csv' });
}
