import {
  Alert,
  Button,
  Group,
  SegmentedControl,
  Stack,
  Text,
  Collapse,
  NativeSelect,
  Badge,
  Modal,
} from '@mantine/core';
import {
  ADDRESSES_CSV_NAME,
  addressCsvColumns,
  type NewSavedAddress,
} from '@portage/contract/addresses/addresses';
import { BYTE_ORDER_MARK, csvLine } from '@portage/contract/csv';
import { neededRecipientColumns, recipientColumns } from '@portage/contract/imports/import-rows';
import { useState, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../lib/save-file.ts';
import { useFormat } from '../../lib/use-format.ts';
import classes from './Import.module.css';
import { canSend, type ImportRow, isSaved } from './import-rows.ts';
import type { AddressImport, RecipientFile } from './use-address-import.ts';
import { withColumn } from '../../lib/sheets/with-column.ts';
import { keyed } from '../../ui/keyed.ts';
import { useStreetLine } from '../../lib/AddressLines.tsx';
import { RecipientForm } from '../RecipientForm.tsx';

/** The colour of each state; what is saved looks done, what is not asks for attention. */
const COLORS = {
  ready: 'gray',
  problem: 'red',
  failed: 'red',
  added: 'evergreen',
  existing: 'gray',
} as const satisfies Record<ImportRow['state'], string>;

interface ImportRowItemProps {
  readonly row: ImportRow;
  readonly isDisabled: boolean;
  readonly onFix: (recipient: NewSavedAddress) => void;
}

/** One row of the file, with the way to complete it by hand as long as it is not saved. */
function ImportRowItem({ row, isDisabled, onFix }: ImportRowItemProps) {
  const { t } = useTranslation(['addressBook', 'common']);
  const [isFixing, setIsFixing] = useState(false);
  const { line, draft, state, notes } = row;
  const { city, postalCode } = draft.address;
  const name = draft.recipient.name || t('import.noName');
  const where = [useStreetLine(draft.address), city, postalCode].filter(Boolean).join(' · ');
  return (
    <li>
      <span className={classes['line']} title={t('import.lineOf', { line })}>
        {line}
      </span>
      <div>
        <div className={classes['name']}>{name}</div>
        <div>{where}</div>
        {notes.map(({ column, text }) => (
          <div
            key={`${column}${text}`}
            className={classes['note']}
            data-warning={state === 'problem' ? undefined : true}
          >
            {column ? t('import.note', { column: t(`import.column.${column}`), text }) : text}
          </div>
        ))}
      </div>
      <div className={classes['state']}>
        <Badge
          variant="light"
          color={COLORS[state]}
          miw="max-content"
          autoContrast={false}
          style={{ color: 'inherit' }}
        >
          {t(`import.state.${state}`)}
        </Badge>
        {!isSaved(row) && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={isDisabled}
            aria-label={t('import.fixOne', { name, line })}
            onClick={() => setIsFixing(true)}
          >
            {t('import.fix')}
          </Button>
        )}
      </div>
      <Modal
        stackId={`fix ${line}`}
        opened={isFixing}
        onClose={() => setIsFixing(false)}
        title={t('import.fixTitle', { line })}
        closeButtonProps={{ 'aria-label': t('common:cancel') }}
        size="lg"
        centered
      >
        <RecipientForm
          draft={draft}
          isChecked
          onSubmit={(recipient) => {
            onFix(recipient);
            setIsFixing(false);
          }}
          onCancel={() => setIsFixing(false)}
        />
      </Modal>
    </li>
  );
}

interface HeaderColumnsProps {
  readonly file: RecipientFile;
  /** Shows the choices at first. */
  readonly isOpen: boolean;
  readonly onMap: (columns: RecipientFile['columns']) => void;
}

/** Matches each header to a column; choosing a column twice clears its first header. */
function HeaderColumns({ file, isOpen, onMap }: HeaderColumnsProps) {
  const { t } = useTranslation('addressBook');
  const id = useId();
  const [isShown, setIsShown] = useState(isOpen);
  const { headers, columns } = file;
  const ignored = headers.filter((header, index) => header.trim() !== '' && !columns[index]);

  function choose(index: number, value: string) {
    const column = recipientColumns.find((one) => one === value);
    onMap(withColumn(columns, index, column));
  }

  return (
    <div>
      {ignored.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('import.ignored', { headers: ignored.join(', ') })}
        </Text>
      )}
      <Button
        variant="subtle"
        size="compact-sm"
        ml={-8}
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setIsShown(!isShown)}
      >
        {t('import.matchColumns')}
      </Button>
      <Collapse expanded={isShown} id={id}>
        <div className={classes['columns']}>
          {keyed(headers, (header) => header).map(({ item: header, index, key }) => (
            <NativeSelect
              key={key}
              label={header.trim() || t('import.noHeader')}
              data={[
                { value: '', label: t('import.notImported') },
                ...recipientColumns.map((column) => ({
                  value: column,
                  label: t(`import.column.${column}`),
                })),
              ]}
              value={columns[index] ?? ''}
              onChange={(event) => choose(index, event.currentTarget.value)}
            />
          ))}
        </div>
      </Collapse>
    </div>
  );
}

/** Rows shown at first, and added at a time. */
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
