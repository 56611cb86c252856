import {
  Alert,
  Button,
  Group,
  Modal,
  Stack,
  Text,
  SegmentedControl,
  Collapse,
  NativeSelect,
  Badge,
} from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState, useId, useEffect } from 'react';
import {
  addressCsvHeader,
  ADDRESSES_CSV_NAME,
  addressCsvColumns,
  type NewSavedAddress,
  ADDRESS_BATCH_SIZE,
  addressEndpoints,
} from '@portage/contract/addresses/addresses';
import { BYTE_ORDER_MARK, csvLine } from '@portage/contract/csv';
import { neededRecipientColumns, recipientColumns } from '@portage/contract/imports/import-rows';
import { useTranslation } from '../../i18n/i18n.ts';
import { useStreetLine } from '../../lib/AddressLines.tsx';
import { confirm } from '../../lib/confirm.tsx';
import { saveFile } from '../../lib/download.ts';
import { notifyError, notifySuccess } from '../../lib/notify.tsx';
import type { FileFault } from '../../lib/sheets/file-fault.ts';
import { FileDrop } from '../../lib/sheets/FileDrop.tsx';
import { withColumn } from '../../lib/sheets/with-column.ts';
import { threadOf } from '../../lib/thread.ts';
import { useKeyedCall } from '../../lib/use-keyed-call.ts';
import { keyed } from '../../ui/keyed.ts';
import { refreshAddresses } from '../address-calls.ts';
import { RecipientForm } from '../RecipientForm.tsx';
import { isSaved, canSend, type ImportRow, fixedRow, settledRow } from './import-rows.ts';
import classes from './Import.module.css';
import type { ReadSheet, RecipientSheet } from './recipient-sheet.ts';

export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('addressBook');
  const work = useAddressImport();
  const left = work.rows.filter((row) => !isSaved(row)).length;

  async function close(): Promise<void> {
    if (work.sending.isPending) return;
    const mayClose =
      left === 0 ||
      (await confirm({
        title: t('import.leaveTitle'),
        text: t('import.leaveText', { count: left }),
        yes: t('import.leave'),
        no: t('import.stay'),
        isDangerous: true,
      }));
    if (mayClose) onClose();
  }

  // Escape closes the top dialog only.
  return (
    <Modal.Stack>
      <Modal
        stackId="import"
        opened
        onClose={() => void close()}
        title={t('import.title')}
        closeButtonProps={{ 'aria-label': t('import.close') }}
        size={work.file ? 'xl' : 'lg'}
      >
        {work.file ? (
          <ImportedRows file={work.file} work={work} onClose={() => void close()} />
        ) : (
          <ChooseFile reading={work.reading} />
        )}
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

function ImportedRows({ file, work, onClose }: ImportedRowsProps) {
  const { t } = useTranslation('addressBook');
  const { rows, sending } = work;
  const [filter, setFilter] = useState<keyof typeof filters>('all');
  const [limit, setLimit] = useState(SHOWN_AT_ONCE);
  const found = rows.filter(filters[filter]);
  const ready = rows.filter(canSend).length;
  const left = rows.filter((row) => !isSaved(row));
  const isSent = rows.some((row) => isSaved(row) || row.state === 'failed');
  const missing = neededRecipientColumns.filter((column) => !file.columns.includes(column));
  const countOf = (name: keyof typeof filters) => rows.filter(filters[name]).length;

  return (
    <Stack gap="md">
      <Text fw={500} component="output">
        {t('import.summary', {
          name: file.name,
          ready: t('import.ready', { count: ready }),
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
            })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

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

/** Unsaved rows can be completed by hand. */
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
  readonly isOpen: boolean;
  readonly onMap: (columns: RecipientFile['columns']) => void;
}

function HeaderColumns({ file, isOpen, onMap }: HeaderColumnsProps) {
  const { t } = useTranslation('addressBook');
  const id = useId();
  const [isShown, setIsShown] = useState(isOpen);
  const { headers, columns } = file;
  const ignored = headers.filter((header, index) => header.trim() !== '' && !columns[index]);

  function choose(index: number, value: string) {
    const column = recipientColumns.find((one) => one === value);
    onMap(withColumn(file, index, column));
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

interface RecipientFile extends Omit<ReadSheet, 'rows'> {
  readonly name: string;
}

const sheetThread = threadOf<RecipientSheet>(
  () => new Worker(new URL('./recipient-sheet-worker.ts', import.meta.url), { type: 'module' }),
);

/** A worker reads; batches are sent. A failed batch stops and can be sent again. */
function useAddressImport() {
  const { t, locale } = useTranslation(['addressBook', 'errors']);
  const importRows = useKeyedCall(addressEndpoints.import);
  const [file, setFile] = useState<RecipientFile>();
  const [rows, setRows] = useState<readonly ImportRow[]>([]);
  useEffect(() => sheetThread.end, []);

  const reading = useMutation({
    mutationFn: async (chosen: File): Promise<{ fault?: FileFault }> => {
      const sheet = await sheetThread.api().read(chosen, locale);
      if ('fault' in sheet) return sheet;
      const { rows: read, ...head } = sheet;
      setFile({ ...head, name: chosen.name });
      setRows(read);
      return {};
    },
  });

  async function map(columns: RecipientFile['columns']) {
    if (!file) return;
    setFile({ ...file, columns });
    setRows(await sheetThread.api().rowsBy(columns, locale));
  }

  async function sendBatch(batch: readonly ImportRow[]): Promise<ImportRow[]> {
    const body = { rows: batch.flatMap(({ recipient }) => (recipient ? [recipient] : [])) };
    const answer = await importRows({ body });
    return batch.map((row, index) => {
      const result = answer.rows[index];
      return result ? settledRow(row, result) : row;
    });
  }

  function put(changed: readonly ImportRow[]) {
    const byLine = new Map(changed.map((row) => [row.line, row]));
    setRows((before) => before.map((row) => byLine.get(row.line) ?? row));
  }

  const sending = useMutation({
    mutationFn: async () => {
      const ready = rows.filter(canSend);
      const settled: ImportRow[] = [];
      for (let start = 0; start < ready.length; start += ADDRESS_BATCH_SIZE) {
        const batch = ready.slice(start, start + ADDRESS_BATCH_SIZE);
        try {
          const sent = await sendBatch(batch);
          settled.push(...sent);
          put(sent);
        } catch (error) {
          put(batch.map((row) => ({ ...row, state: 'failed' })));
          throw error;
        }
      }
      return settled;
    },
    onSuccess: (settled) => {
      const count = (state: ImportRow['state']) =>
        settled.filter((row) => row.state === state).length;
      notifySuccess({
        title: t('errors:success.addressesImported', { count: count('added') }),
        message: count('existing') > 0 && t('import.alreadySaved', { count: count('existing') }),
      });
    },
    onError: (cause) => notifyError({ title: t('errors:error.couldNotImportAddresses'), cause }),
    onSettled: refreshAddresses,
  });

  return {
    file,
    rows,
    reading,
    sending,
    /** Reads the rows again. */
    map,
    fix: (row: ImportRow, recipient: NewSavedAddress) => put([fixedRow(row, recipient)]),
  };
}

type AddressImport = ReturnType<typeof useAddressImport>;
