import { Alert, NativeSelect, Table, Text } from '@mantine/core';
import { useState } from 'react';
import {
  type ImportColumn,
  type ImportFile,
  importColumns,
} from '@portage/contract/imports/import-columns';
import { useTranslation } from '../i18n/i18n.ts';
import { withColumn } from '../lib/sheets/with-column.ts';
import { FormDialog } from '../ui/Dialogs.tsx';
import { keyed } from '../ui/keyed.ts';
import type { FileSummary } from './book/chosen-files.ts';
import classes from './BulkImport.module.css';
import { missingColumns } from './import-work.ts';
import { useColumnName } from './use-column-name.ts';

interface ColumnsDialogProps {
  readonly file: ImportFile;
  readonly summary: FileSummary;
  readonly onClose: () => void;
  readonly onMap: (columns: (ImportColumn | undefined)[]) => void;
  /** Called with the line of the headers, or null where the file has none. */
  readonly onHeaderLine: (line: number | null) => void;
}

/** A, B, … AA. */
function columnLetters(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

const shortened = (cells: string) => (cells.length > 60 ? `${cells.slice(0, 59)}…` : cells);

/** Matches each header to a column; choosing a column twice clears its first header. */
export function ColumnsDialog({ file, summary, onClose, onMap, onHeaderLine }: ColumnsDialogProps) {
  const { t } = useTranslation('bulkImport');
  const columnName = useColumnName();
  const [columns, setColumns] = useState([...summary.columns]);
  const [matched, setMatched] = useState(summary);
  // Other headers lead to other columns.
  if (matched.headers !== summary.headers) {
    setMatched(summary);
    setColumns([...summary.columns]);
  }
  const missing = missingColumns(file, columns);
  const names = summary.headers.map((header, index) => {
    if (header.trim() !== '') return header;
    return summary.headerLine === undefined
      ? t('map.unnamed', { letter: columnLetters(index) })
      : t('map.noHeader');
  });
  const choices = [
    { value: '', label: t('map.none') },
    ...importColumns[file].map((column) => ({ value: column, label: columnName(column) })),
  ];

  function choose(index: number, value: string) {
    const column = importColumns[file].find((one) => one === value);
    setColumns((before) =>
      withColumn({ headers: summary.headers, columns: before }, index, column),
    );
  }

  function finish() {
    onMap(columns);
    onClose();
  }

  return (
    <FormDialog
      onClose={onClose}
      title={t('map.title', { file: t(`file.${file}`) })}
      size="xl"
      submitText={t('map.done')}
      onSubmit={finish}
    >
      <Text size="sm" c="dimmed">
        {t('map.help')}
      </Text>
      <NativeSelect
        label={t('map.headerRow')}
        data={[
          ...summary.firstLines.map(({ line, cells }) => ({
            value: String(line),
            label: t('map.headerRowOption', { line, cells: shortened(cells) }),
          })),
          { value: '', label: t('map.noHeaderRow') },
        ]}
        value={String(summary.headerLine ?? '')}
        onChange={(event) => onHeaderLine(Number(event.currentTarget.value) || null)}
      />
      {missing.length > 0 && (
        <Alert color="yellow">
          {t('map.missing', {
            count: missing.length,
            columns: missing.map(columnName).join(', '),
          })}
        </Alert>
      )}
      <Table.ScrollContainer minWidth={280}>
        <Table verticalSpacing={4} className={classes['columns'] ?? ''}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('map.header')}</Table.Th>
              <Table.Th visibleFrom="sm">{t('map.sample')}</Table.Th>
              <Table.Th>{t('map.column')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {keyed(names, (name) => name).map(({ item: name, index, key }) => (
              <Table.Tr key={key}>
                <Table.Td>{name}</Table.Td>
                <Table.Td maw={200} visibleFrom="sm">
                  <Text size="sm" truncate>
                    {summary.samples[index]}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <NativeSelect
                    aria-label={t('map.columnOf', { header: name })}
                    data={choices}
                    value={columns[index] ?? ''}
                    onChange={(event) => choose(index, event.currentTarget.value)}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </FormDialog>
  );
}
