import { Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useId,
  useRef,
  useDeferredValue,
  type RefObject,
  useCallback,
  memo,
} from 'react';
import { type ImportFile, importColumns } from '@portage/contract/imports/import-columns';
import { importCorrections, importProblemText } from '@portage/contract/imports/import-problems';
import { useTranslation } from '../../i18n/i18n.ts';
import { RowsGap } from '../../ui/RowsGap.tsx';
import { scaled } from '../../ui/use-is-mobile.ts';
import type { RemoteBook } from '../book/import-book.ts';
import { needsFix, type ShownRow } from '../book/import-views.ts';
import { useColumnName } from '../use-column-name.ts';
import { rangeOf } from './grid-selection.ts';
import classes from './ImportGrid.module.css';
import { type GridState, useGridEditing, type GridEditing } from './use-grid-editing.ts';

/** Returns an id for `aria-activedescendant`. */
function cellId(row: number, column: number): string {
  return `import-cell-${row}-${column}`;
}

interface GridRowProps {
  readonly index: number;
  /** Its number in the book. */
  readonly number: number;
  readonly file: ImportFile;
  /** Missing while it is being read. */
  readonly row: ShownRow | undefined;
  /** The first and last of its selected columns; missing when none is selected. */
  readonly left?: number;
  readonly right?: number;
  /** Set for the focused row: its column and the typed text. */
  readonly cursor?: number;
  readonly editing?: GridEditing;
}

type Mark = 'problem' | 'warning' | 'corrected' | undefined;

/** A problem before a warning before a correction. */
function markOf({ problems, corrections }: ShownRow, column: string): Mark {
  const own = problems.filter((problem) => problem.column === column);
  if (own.some(needsFix)) return 'problem';
  if (own.length > 0) return 'warning';
  return corrections.some((correction) => correction.column === column) ? 'corrected' : undefined;
}

/** Memoized: some 800 cells are drawn. */
const GridRow = memo(function GridRow(props: GridRowProps) {
  const { index, number, file, row, left = -1, right = -1, cursor, editing } = props;
  const { t } = useTranslation('bulkImport');
  const columnName = useColumnName();
  const columns = importColumns[file];
  if (!row && cursor === undefined) return <tr className={classes['awaited']} aria-hidden />;
  return (
    <tr aria-rowindex={index + 2}>
      <th scope="row" className={classes['line']}>
        {row?.line ?? '…'}
      </th>
      {columns.map((column, place) => {
        const isCursor = cursor === place;
        const mark = row && markOf(row, column);
        return (
          <td
            key={column}
            id={cellId(number, place)}
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
                aria-label={t('check.cell', { column: columnName(column), line: row?.line })}
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

/** Pixels, as in ImportGrid.module.css. */
const ROW_HEIGHT = 36;
/** Pixels; the line numbers stay visible. */
const COLUMN_WIDTH = 176;
const LINE_WIDTH = 60;
const OVERSCAN = 8;

/** Returns the rows to draw and the space above and below them. */
function useVirtualRows(count: number, scroller: RefObject<HTMLElement | null>) {
  // The virtualizer is a mutable object: memoizing its results would freeze them.
  'use no memo';
  const rowHeight = scaled(ROW_HEIGHT);
  // oxlint-disable-next-line react/incompatible-library -- only plain values leave this hook
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin: rowHeight,
    scrollPaddingStart: rowHeight,
  });
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  return {
    indexes: items.map(({ index }) => index),
    gapAbove: first ? first.start - rowHeight : 0,
    gapBelow: last ? virtualizer.getTotalSize() + rowHeight - last.end : 0,
    /** Scrolls a cell into view if needed. */
    scrollToCell: useCallback(
      (index: number, column: number) => {
        virtualizer.scrollToIndex(index, { align: 'auto' });
        if (scroller.current) scrollToColumn(scroller.current, column);
      },
      [virtualizer, scroller],
    ),
  };
}

function scrollToColumn(scroller: HTMLElement, column: number): void {
  const before = column * scaled(COLUMN_WIDTH);
  const after = before + scaled(LINE_WIDTH + COLUMN_WIDTH) - scroller.clientWidth;
  if (scroller.scrollLeft > before) scroller.scrollLeft = before;
  else if (scroller.scrollLeft < after) scroller.scrollLeft = after;
}

/** Shows the earlier rows until new ones arrive. */
function useShownRows({
  book,
  file,
  rows,
  version,
}: Pick<ImportGridProps, 'book' | 'file' | 'rows' | 'version'>): ReadonlyMap<number, ShownRow> {
  const { data } = useQuery({
    queryKey: ['importRows', file, version, rows],
    queryFn: async () => ({ file, rows: await book.rows(file, rows) }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  // Rendered in interruptible pieces, since hundreds of cells take long.
  const shown = useDeferredValue(data);
  return new Map(shown?.file === file ? shown.rows.map((one) => [one.row, one]) : []);
}

interface CellNoteProps {
  readonly file: ImportFile;
  /** The row that the keyboard is at; missing while it is being read. */
  readonly row: ShownRow | undefined;
  readonly column: number;
}

/** Beside the focused cell, and read aloud. */
function CellNote({ file, row, column }: CellNoteProps) {
  const { t, locale } = useTranslation('bulkImport');
  const columnName = useColumnName();
  const name = importColumns[file][column];
  const problems = row?.problems.filter((one) => one.column === name || !one.column) ?? [];
  const corrections = row?.corrections.filter((one) => one.column === name) ?? [];
  const texts = [
    ...problems.map((problem) => importProblemText(problem, locale)),
    ...corrections.map(({ code, from, to }) =>
      from === ''
        ? t('check.filled_cell', { text: importCorrections[code][locale], to })
        : t('check.corrected_cell', { text: importCorrections[code][locale], from, to }),
    ),
  ];
  return (
    <>
      <VisuallyHidden aria-live="polite">
        {row &&
          name &&
          [t('check.cell', { column: columnName(name), line: row.line }), ...texts].join('. ')}
      </VisuallyHidden>
      {row && texts.length > 0 && (
        <Tooltip
          key={cellId(row.row, column)}
          opened
          // Within the page's landmark, which the end of the body is not.
          withinPortal={false}
          target={`#${cellId(row.row, column)}`}
          position="bottom-start"
          multiline
          maw={360}
          transitionProps={{ duration: 0 }}
          {...(problems.some(needsFix) && { color: 'red.9' })}
          label={texts.map((text) => (
            <span key={text} className={classes['message']}>
              {text}
            </span>
          ))}
        />
      )}
    </>
  );
}

interface ImportGridProps extends Omit<GridState, 'columns' | 'shown'> {
  readonly book: RemoteBook;
  readonly file: ImportFile;
  /** Changes whenever cells or problems do. */
  readonly version: number;
}

/** Edited as in a spreadsheet. */
export function ImportGrid(props: ImportGridProps) {
  const { book, file, rows, version, selection, grid } = props;
  const { t } = useTranslation('bulkImport');
  const columnName = useColumnName();
  const keysId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const columns = importColumns[file];
  const { indexes, gapAbove, gapBelow, scrollToCell } = useVirtualRows(rows.length, scroller);
  const shown = useShownRows({
    book,
    file,
    rows: indexes.flatMap((index) => rows[index] ?? []),
    version,
  });
  const { cursor } = selection;
  const numberOf = (index: number) => rows[index] ?? 0;
  const cursorRow = shown.get(numberOf(cursor.index));
  const isCursorDrawn = indexes.includes(cursor.index);
  const { top, bottom, left, right } = rangeOf(selection);
  const editing = useGridEditing({ ...props, columns, shown });
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
          aria-activedescendant={
            isCursorDrawn ? cellId(numberOf(cursor.index), cursor.column) : undefined
          }
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
                  {columnName(column)}
                </th>
              ))}
            </tr>
          </thead>
          <RowsGap height={gapAbove} />
          <tbody translate="no">
            {indexes.map((index) => (
              <GridRow
                key={numberOf(index)}
                index={index}
                number={numberOf(index)}
                file={file}
                row={shown.get(numberOf(index))}
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
