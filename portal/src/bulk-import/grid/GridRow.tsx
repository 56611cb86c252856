import { type ImportFile, importColumns } from '@portage/contract/import-columns';
import { isWarning } from '@portage/contract/import-problems';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownRow } from '../book/import-views.ts';
import { cellId } from './cell-id.ts';
import classes from './ImportGrid.module.css';
import type { GridEditing } from './use-grid-editing.ts';

interface GridRowProps {
  readonly index: number;
  readonly file: ImportFile;
  /** Missing while it is being read. */
  readonly row: ShownRow | undefined;
  /** The first and last of its selected columns; missing when none is selected. */
  readonly left?: number;
  readonly right?: number;
  /** Set for the row that the keyboard is at: its column, and what is typed there. */
  readonly cursor?: number;
  readonly editing?: GridEditing;
}

type Mark = 'problem' | 'warning' | 'corrected' | undefined;

/** What a cell is marked with: a problem before a warning before a correction. */
function markOf({ problems, corrections }: ShownRow, column: string): Mark {
  const own = problems.filter((problem) => problem.column === column);
  if (own.some((problem) => !isWarning(problem))) return 'problem';
  if (own.length > 0) return 'warning';
  return corrections.some((correction) => correction.column === column) ? 'corrected' : undefined;
}

/** One row of the grid. Drawn again only when something of its own changes: there are some 800 cells. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { index, file, row, left = -1, right = -1, cursor, editing } = props;
  const { t } = useTranslation('bulkImport');
  const columns = importColumns[file];
  if (!row && cursor === undefined) return <tr className={classes['awaited']} aria-hidden />;
  return (
    <tr aria-rowindex={index + 2}>
      <th scope="row" className={classes['line']}>
        {row?.line}
      </th>
      {columns.map((column, place) => {
        const isCursor = cursor === place;
        const mark = row && markOf(row, column);
        return (
          <td
            key={column}
            id={cellId(row?.row, place)}
            aria-colindex={place + 2}
            aria-selected={place >= left && place <= right}
            aria-invalid={mark === 'problem'}
            data-cursor={isCursor || undefined}
            data-mark={mark}
            data-index={index}
            data-column={place}
          >
            {isCursor && editing?.draft !== undefined ? (
              <input
                ref={editing.inputRef}
                className={classes['input']}
                aria-label={t('check.cell', { column: t(`column.${column}`), line: row?.line })}
                value={editing.draft}
                onChange={(event) => editing.setDraft(event.currentTarget.value)}
                onKeyDown={editing.onInputKey}
                onBlur={editing.commit}
              />
            ) : (
              row?.cells[place]
            )}
          </td>
        );
      })}
    </tr>
  );
});
