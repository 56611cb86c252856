import { Text } from '@mantine/core';
import { type ImportFile, importColumns } from '@portage/contract/import-columns';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { RemoteBook } from '../book/import-book.ts';
import { RowsGap } from '../../ui/RowsGap.tsx';
import { cellId } from './cell-id.ts';
import { CellNote } from './CellNote.tsx';
import type { GridActions } from './grid-actions.ts';
import { type GridSelection, rangeOf } from './grid-selection.ts';
import { GridRow } from './GridRow.tsx';
import classes from './ImportGrid.module.css';
import { useGridEditing } from './use-grid-editing.ts';
import { useShownRows } from './use-shown-rows.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

interface ImportGridProps {
  readonly book: RemoteBook;
  readonly file: ImportFile;
  /** The rows to show, in their order. */
  readonly rows: readonly number[];
  /** Changes whenever cells or problems do. */
  readonly version: number;
  readonly selection: GridSelection;
  readonly onSelect: (selection: GridSelection) => void;
  readonly actions: GridActions;
}

/** The rows of a file as cells that can be edited: with the keyboard, over a range, and undone. */
export function ImportGrid({
  book,
  file,
  rows,
  version,
  selection,
  onSelect,
  actions,
}: ImportGridProps) {
  const { t } = useTranslation('bulkImport');
  const keysId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLTableElement>(null);
  const columns = importColumns[file];
  const { indexes, gapAbove, gapBelow, scrollToCell } = useVirtualRows(rows.length, scroller);
  const shown = useShownRows({
    book,
    file,
    rows: indexes.flatMap((index) => rows[index] ?? []),
    version,
  });
  const { cursor } = selection;
  const cursorRow = shown.get(rows[cursor.index] ?? 0);
  const { top, bottom, left, right } = rangeOf(selection);
  const editing = useGridEditing({
    columns,
    rows,
    shown,
    selection,
    actions,
    grid,
    onSelect,
  });
  useEffect(() => scrollToCell(cursor.index, cursor.column), [cursor, scrollToCell]);

  return (
    <>
      <div ref={scroller} className={classes['scroller']}>
        <table
          role="grid"
          tabIndex={0}
          ref={grid}
          aria-label={t('check.grid', { file: t(`file.${file}`) })}
          aria-describedby={keysId}
          aria-rowcount={rows.length + 1}
          aria-colcount={columns.length + 1}
          aria-activedescendant={cellId(rows[cursor.index], cursor.column)}
          aria-multiselectable
          className={classes['grid']}
          {...editing.handlers}
        >
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col" className={classes['line']}>
                {t('check.line')}
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" title={column}>
                  {t(`column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <RowsGap height={gapAbove} />
          <tbody>
            {indexes.map((index) => (
              <GridRow
                key={rows[index]}
                index={index}
                file={file}
                row={shown.get(rows[index] ?? 0)}
                {...(index >= top && index <= bottom && { left, right })}
                {...(index === cursor.index && { cursor: cursor.column, editing })}
              />
            ))}
          </tbody>
          <RowsGap height={gapBelow} />
        </table>
      </div>
      <CellNote file={file} row={cursorRow} column={cursor.column} />
      <Text id={keysId} size="xs" c="dimmed" visibleFrom="sm">
        {t('check.keys')}
      </Text>
    </>
  );
}
