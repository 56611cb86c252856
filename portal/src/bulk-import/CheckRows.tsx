import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { ImportFile } from '@portage/contract/import-columns';
import {
  IconArrowBackUp,
  IconArrowDown,
  IconArrowLeft,
  IconArrowNarrowDown,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/use-format.ts';
import type { RemoteBook } from './book/import-book.ts';
import type { ImportSummary, RowFilter } from './book/import-views.ts';
import classes from './BulkImport.module.css';
import { Corrections } from './Corrections.tsx';
import { ImportGrid } from './grid/ImportGrid.tsx';
import { ImportTotals } from './ImportTotals.tsx';
import { type FileNames, SubmitImport } from './SubmitImport.tsx';
import { useCheckedGrid } from './use-checked-grid.ts';
import { useServerCheck } from './use-server-check.ts';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';

interface CheckRowsProps {
  readonly book: RemoteBook;
  readonly summary: ImportSummary;
  readonly names: FileNames;
  readonly onBack: () => void;
  /** Called when the server has taken the import. */
  readonly onSubmitted: () => void;
}

/** What is said where a filter lets no row through. */
const NOTHING = {
  all: 'check.noProblems',
  problems: 'check.noProblems',
  warnings: 'check.noWarnings',
  corrected: 'check.noCorrections',
} as const satisfies Record<RowFilter, string>;

/** The second step of an import: every row with what is wrong with it, to be fixed in place, and what it comes to. */
export function CheckRows({ book, summary, names, onBack, onSubmitted }: CheckRowsProps) {
  const { t } = useTranslation('bulkImport');
  const { number } = useFormat();
  const grid = useCheckedGrid(book, summary);
  const { file, filter, version } = grid;
  const check = useServerCheck({ book, summary, version, onChecked: grid.take });
  const filters: { value: RowFilter; label: string }[] = [
    { value: 'all', label: t('check.all') },
    {
      value: 'problems',
      label: t('check.problems', { number: number(summary.rowsWithProblems[file]) }),
    },
    ...(filter === 'warnings' || ImportFile.options.some((one) => summary.rowsWithWarnings[one] > 0)
      ? [
          {
            value: 'warnings' as const,
            label: t('check.warnings', { number: number(summary.rowsWithWarnings[file]) }),
          },
        ]
      : []),
    { value: 'corrected', label: t('check.corrected') },
  ];
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap={0}>
        <Button
          variant="subtle"
          size="compact-sm"
          ml={-8}
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={onBack}
        >
          {t('check.back')}
        </Button>
        <Corrections corrections={summary.corrections} />
      </Group>
      <ImportTotals
        summary={summary}
        check={check}
        action={
          <SubmitImport book={book} names={names} summary={summary} onSubmitted={onSubmitted} />
        }
      />
      <Group justify="space-between">
        <Group gap="xs">
          <SegmentedControl
            aria-label={t('check.file')}
            data={ImportFile.options.map((one) => ({
              value: one,
              label: t('check.fileRows', {
                file: t(`file.${one}`),
                number: number(summary.rows[one]),
              }),
            }))}
            value={file}
            onChange={(value) => grid.show(value)}
          />
          <SegmentedControl
            aria-label={t('check.filter')}
            className={classes['filters'] ?? ''}
            data={filters}
            value={filter}
            onChange={(value) => grid.filterBy(value)}
          />
        </Group>
        <Group gap="xs">
          <Button
            variant="default"
            size="sm"
            leftSection={<IconArrowDown size={16} aria-hidden />}
            disabled={ImportFile.options.every((one) => summary.rowsWithProblems[one] === 0)}
            onClick={() => void grid.toNextProblem()}
          >
            {t('check.nextProblem')}
          </Button>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconArrowNarrowDown size={16} aria-hidden />}
            onClick={grid.fillSelection}
          >
            {t('check.fillDown')}
          </Button>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            disabled={!summary.canUndo}
            onClick={grid.actions.undo}
          >
            {t('check.undo')}
          </Button>
        </Group>
      </Group>
      {grid.rows.length === 0 ? (
        <Text c="dimmed" py="xl" ta="center">
          {t(NOTHING[filter])}
        </Text>
      ) : (
        <ImportGrid
          key={file}
          book={book}
          file={file}
          rows={grid.rows}
          version={grid.version}
          selection={grid.selection}
          onSelect={grid.select}
          actions={grid.actions}
        />
      )}
    </Stack>
  );
}
