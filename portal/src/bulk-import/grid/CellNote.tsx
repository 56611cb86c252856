import { Text } from '@mantine/core';
import { type ImportFile, importColumns } from '@portage/contract/import-columns';
import { importCorrections } from '@portage/contract/import-corrections';
import { importProblemText, isWarning } from '@portage/contract/import-problems';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import type { ShownRow } from '../book/import-views.ts';
import classes from './ImportGrid.module.css';

interface CellNoteProps {
  readonly file: ImportFile;
  /** The row that the keyboard is at; missing while it is being read. */
  readonly row: ShownRow | undefined;
  readonly column: number;
}

/** What is wrong with or was corrected in the cell that the keyboard is at; read aloud as it changes. */
export function CellNote({ file, row, column }: CellNoteProps) {
  const { t } = useTranslation('bulkImport');
  const locale = useLocale();
  const name = importColumns[file][column];
  const problems = row?.problems.filter((one) => one.column === name || !one.column) ?? [];
  const corrections = row?.corrections.filter((one) => one.column === name) ?? [];
  return (
    <div className={classes['note']} aria-live="polite">
      {row && name && (
        <Text size="sm" fw={500} span>
          {t('check.cell', { column: t(`column.${name}`), line: row.line })}
        </Text>
      )}
      {problems.map((problem) => (
        <Text
          key={problem.code}
          size="sm"
          {...(!isWarning(problem) && { c: 'var(--mantine-color-error)' })}
          span
        >
          {importProblemText(problem, locale)}
        </Text>
      ))}
      {corrections.map(({ code, from, to }) => (
        <Text key={code} size="sm" c="dimmed" span>
          {from === ''
            ? t('check.filled_cell', { text: importCorrections[code][locale], to })
            : t('check.corrected_cell', { text: importCorrections[code][locale], from, to })}
        </Text>
      ))}
    </div>
  );
}
