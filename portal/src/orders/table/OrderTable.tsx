import { FlexRender } from '@tanstack/react-table';
import { type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  Fragment,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
  type RefObject,
  useLayoutEffect,
  memo,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useMemo,
} from 'react';
import { flushSync } from 'react-dom';
import type { OrderSort } from '@portage/contract/orders/order-list';
import type { Order } from '@portage/contract/orders/orders';
import { useTranslation } from '../../i18n/i18n.ts';
import type { Translate } from '../../i18n/translate.ts';
import { useShortcut } from '../../lib/use-shortcut.ts';
import { RowsGap } from '../../ui/RowsGap.tsx';
import { scaled } from '../../ui/use-is-mobile.ts';
import checkboxes from '../Checkbox.module.css';
import {
  type OrdersTable,
  tableSizes,
  type OrdersTableCell,
  type OrdersTableRow,
  heightsIn,
  headerHeightAbove,
  nextRow,
} from './order-table.ts';
import classes from './OrderTable.module.css';

/** Columns, and the checkbox that selects all loaded orders or none. */
export function OrderTableHeader({ table }: { readonly table: OrdersTable }) {
  const { t } = useTranslation('orders');
  const isAllSelected = table.getIsAllRowsSelected();
  const isSomeSelected = table.getIsSomeRowsSelected();
  return (
    <>
      <colgroup>
        <col className={classes['checkboxColumn']} />
        {table.getVisibleLeafColumns().map(({ id, columnDef: { meta } }) => (
          <col key={id} data-column={id} width={meta?.width && scaled(meta.width)} />
        ))}
      </colgroup>
      <thead className={classes['head']}>
        <tr aria-rowindex={1}>
          <th scope="col" className={classes['checkboxHeader']}>
            <input
              type="checkbox"
              className={checkboxes['cell']}
              aria-label={t('table.selectAll')}
              title={t('table.selectAll')}
              checked={isAllSelected}
              ref={(checkbox) => {
                if (checkbox) checkbox.indeterminate = isSomeSelected && !isAllSelected;
              }}
              disabled={table.getRowModel().rows.length === 0}
              onChange={() => table.toggleAllRowsSelected(!isAllSelected, { deselectAll: true })}
            />
          </th>
          {table.getFlatHeaders().map((header) => (
            <th
              scope="col"
              key={header.id}
              className={classes['header']}
              data-column={header.id}
              aria-sort={header.column.columnDef.meta?.sorted}
            >
              <FlexRender header={header} />
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
}

/** Rows drawn beyond each edge. */
const OVERSCAN = 8;
/** Rows are added and removed in groups: one layout each halves the cost of quick scrolling. */
const GROUP = 8;

interface VirtualOrders {
  readonly rows: OrdersTableRow[];
  readonly rowHeight: number;
  /** Returns the height of a row, which a long reference increases. */
  readonly heightOf: (row: OrdersTableRow) => number;
  readonly expandedId: string | undefined;
  /** Index of the expanded order, or Infinity. */
  readonly expandedIndex: number;
  /** The focused row, which stays drawn while scrolling. */
  readonly currentIndex: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/** Returns the rows to draw, and the height of the others. */
function useVirtualOrders(options: VirtualOrders) {
  // The virtualizer is a mutable object: memoizing its results would freeze them.
  'use no memo';
  const { rows, rowHeight, heightOf, expandedId, expandedIndex, currentIndex, scroller } = options;
  const header = headerHeightAbove(rowHeight);
  const overscan = useDeferredValue(OVERSCAN, 0);

  // An expanded order has its own key, so that its measured height is forgotten when it closes.
  const getItemKey = useCallback(
    (index: number) => {
      const id = rows[index]?.id ?? index;
      return id === expandedId ? `${id} expanded` : id;
    },
    [rows, expandedId],
  );
  // Keeps the array while it is equal: most frames of a scroll change no row.
  const rangeExtractor = useMemo(() => {
    let drawn: number[] = [];
    return (range: Range) => {
      const indexes = withIndex(indexesInGroups(range), currentIndex, range.count);
      const isSame =
        indexes.length === drawn.length && indexes.every((one, at) => one === drawn[at]);
      if (!isSame) drawn = indexes;
      return drawn;
    };
  }, [currentIndex]);
  // oxlint-disable-next-line react/incompatible-library -- only plain values leave this hook
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableSectionElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index] ? heightOf(rows[index]) : rowHeight),
    getItemKey,
    rangeExtractor,
    overscan,
    // Draws rows before the first layout, which could not be interrupted.
    initialRect: { width: innerWidth, height: innerHeight / 2 },
    // A list opened with an expanded order starts there, with one order visible above.
    initialOffset: () => (expandedIndex < Infinity ? (expandedIndex - 1) * rowHeight : 0),
    scrollMargin: header,
    scrollPaddingStart: header,
  });

  const items = virtualizer.getVirtualItems();
  const scrollToRow = useCallback(
    (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    [virtualizer],
  );
  return {
    /** The orders to draw, each with the empty room above it. */
    items: useMemo(
      () =>
        items.map((item, position) => ({
          index: item.index,
          gapAbove: item.start - (items[position - 1]?.end ?? header),
        })),
      [items, header],
    ),
    gapBelow: virtualizer.getTotalSize() + header - (items.at(-1)?.end ?? header),
    lastVisible: virtualizer.range?.endIndex ?? -1,
    measureElement: virtualizer.measureElement,
    scrollToRow,
  };
}

/** Whole groups: always the same number of rows. */
function indexesInGroups({ startIndex, endIndex, overscan, count }: Range): number[] {
  const before = Math.max(0, startIndex - overscan);
  const first = before - (before % GROUP);
  const groups = Math.ceil((endIndex - startIndex + 2 * overscan + GROUP) / GROUP);
  const length = Math.min(groups * GROUP, count - first);
  return Array.from({ length }, (_, place) => first + place);
}

function withIndex(indexes: number[], extra: number, count: number): number[] {
  const isOutside = extra < count && !indexes.includes(extra);
  return isOutside ? [...indexes, extra].sort((a, b) => a - b) : indexes;
}

interface RowHandlers {
  readonly table: OrdersTable;
  /** Index of the row that the Tab key reaches. */
  readonly currentIndex: number;
  readonly onCurrent: (orderId: string) => void;
  readonly onToggleExpanded: (orderId: string) => void;
  readonly scrollToRow: (index: number) => void;
}

/** Arrows move and open, Space selects, Shift selects ranges, Ctrl/⌘ A all, Enter opens. */
function rowHandlers(list: RowHandlers) {
  const { rows, rowsById } = list.table.getRowModel();
  return {
    /** Moves the focus to a row from anywhere on the page; past the last one it stays. */
    enter: (table: HTMLElement | null, index: number): void => {
      if (table) focusRow(table, Math.min(index, rows.length - 1));
    },

    onFocus(event: FocusEvent<HTMLElement>) {
      const id = orderIdAt(event.target);
      if (id !== undefined) list.onCurrent(id);
    },

    onClick(event: MouseEvent<HTMLElement>) {
      const target = event.target as HTMLElement;
      const id = orderIdAt(target);
      const isOnControl = target.closest('input, button, a') !== null;
      if (id === undefined || isOnControl || isSelectingText()) return;
      list.onToggleExpanded(id);
    },

    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const element = event.target as HTMLElement;
      if (isSelectAll(event) && orderIdAt(element) !== undefined) {
        list.table.toggleAllRowsSelected(true);
      } else if (!answer(event, element)) return;
      event.preventDefault();
    },
  };

  /** Performs the action of a key; false for a key without one. */
  function answer(event: KeyboardEvent, element: HTMLElement): boolean {
    const { key, shiftKey } = event;
    const row = rowsById[element.dataset['orderId'] ?? ''];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return false;
    const isOpen = element.getAttribute('aria-expanded') === 'true';
    if (key === 'Enter' || (!shiftKey && key === (isOpen ? 'ArrowLeft' : 'ArrowRight'))) {
      list.onToggleExpanded(row.id);
      return true;
    }
    if (key === ' ') {
      setSelected(row.id, !row.getIsSelected(), shiftKey);
      return true;
    }
    const nextId = moveFrom(element, key);
    if (nextId !== undefined && shiftKey) {
      setSelected(row.id, true, false);
      setSelected(nextId, true, row.getCanSelect());
    }
    return nextId !== undefined;
  }

  /** Selects as a click on the checkbox does; as a range from the one clicked before. */
  function setSelected(id: string, checked: boolean, isRange: boolean): void {
    rowsById[id]?.getToggleSelectedHandler()({ target: { checked }, shiftKey: isRange });
  }

  /** Draws a row, then focuses it. Returns its order's id; undefined if the key does not move. */
  function moveFrom(element: HTMLElement, key: string): string | undefined {
    const next = nextRow(key, list.currentIndex, rows.length);
    // Read first: the old row may not be drawn afterwards.
    const table = element.closest('table');
    return next === undefined || !table ? undefined : focusRow(table, next);
  }

  function focusRow(table: HTMLElement, next: number): string | undefined {
    const nextId = rows[next]?.id;
    if (nextId === undefined) return undefined;
    flushSync(() => list.onCurrent(nextId));
    const row = table.querySelector<HTMLElement>(`[data-order-id="${nextId}"]`);
    row?.focus({ preventScroll: true });
    // A low window scrolls as a page first.
    table.closest('[data-in-sight="false"]')?.scrollIntoView({ block: 'nearest' });
    list.scrollToRow(next);
    return nextId;
  }
}

function isSelectAll({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'a' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

function orderIdAt(target: HTMLElement): string | undefined {
  return target.closest<HTMLElement>('[data-order-id]')?.dataset['orderId'];
}

/** A drag over text ends in a click on the row. */
function isSelectingText(): boolean {
  return getSelection()?.isCollapsed === false;
}

interface OrderRowProps {
  readonly t: Translate<'orders'>;
  readonly row: OrdersTableRow;
  /** Passed beside the row, which stays the same object while its columns change. */
  readonly cells: OrdersTableCell[];
  /** Place among all rows of the table, counted from 1. */
  readonly rowIndex: number;
  readonly isSelected: boolean;
  readonly isExpanded: boolean;
  /** The one row of the list that the Tab key reaches. */
  readonly isCurrent: boolean;
}

/** The table handles its clicks and keys. */
const OrderRow = memo(function OrderRow(props: OrderRowProps) {
  const { t, row, cells, rowIndex, isSelected, isExpanded, isCurrent } = props;
  const canSelect = row.getCanSelect();
  return (
    <tr
      className={classes['row']}
      aria-labelledby={cells.map(({ id }) => id).join(' ')}
      aria-level={1}
      aria-rowindex={rowIndex}
      aria-selected={isSelected}
      aria-expanded={isExpanded}
      data-order-id={row.id}
      tabIndex={isCurrent ? 0 : -1}
    >
      <td className={classes['checkboxCell']}>
        <input
          type="checkbox"
          className={checkboxes['cell']}
          aria-label={t('table.select', { name: row.original.recipient.name })}
          title={canSelect ? undefined : t('table.cannotSelect')}
          disabled={!canSelect}
          checked={isSelected}
          onChange={row.getToggleSelectedHandler()}
          tabIndex={-1}
        />
      </td>
      {cells.map((cell) => (
        <td key={cell.id} id={cell.id} className={classes['cell']}>
          {contentOf(cell)}
        </td>
      ))}
    </tr>
  );
});

/** Calls the cell's renderer: two components less per cell. */
function contentOf(cell: OrdersTableCell): ReactNode {
  const { cell: content } = cell.column.columnDef;
  return (typeof content === 'function' ? content(cell.getContext()) : content) as ReactNode;
}

/** Rows before the end at which the next page loads (spec 1 §9). */
const NEXT_PAGE_THRESHOLD = 20;

interface OrderTableProps {
  readonly table: OrdersTable;
  readonly rowHeight: number;
  readonly expandedId: string | undefined;
  readonly onToggleExpanded: (orderId: string) => void;
  readonly renderDetail: (order: Order) => ReactNode;
  /** Called when the reader is near the last loaded row, and again whenever it is a new function. */
  readonly onNearEnd: (() => void) | undefined;
  /** False while there are more orders than those loaded. */
  readonly isComplete: boolean;
  /** Stands below the last loaded row. */
  readonly end: ReactNode;
  readonly sort: OrderSort;
}

/** Draws visible rows only; an expanded order has its details in a row of their own. */
export function OrderTable(props: OrderTableProps) {
  const { table, rowHeight, expandedId, onNearEnd } = props;
  const { t } = useTranslation('orders');
  const keysId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  useListWidth(scroller);
  useInSight(scroller);
  const [currentId, setCurrentId] = useState<string>();
  const selection = table.state.rowSelection;
  const { rows, rowsById } = table.getRowModel();
  const indexOf = (id: string | undefined) => (id === undefined ? undefined : rowsById[id]?.index);
  const currentIndex = indexOf(currentId) ?? 0;
  // Paints the row as open first, then its details.
  const openId = useDeferredValue(expandedId);
  const openIndex = indexOf(openId) ?? Infinity;
  const virtual = useVirtualOrders({
    rows,
    rowHeight,
    heightOf: heightsIn(table, rowHeight),
    expandedId: openId,
    expandedIndex: openIndex,
    currentIndex,
    scroller,
  });
  const { enter, ...handlers } = rowHandlers({
    table,
    currentIndex,
    onCurrent: setCurrentId,
    onToggleExpanded: props.onToggleExpanded,
    scrollToRow: virtual.scrollToRow,
  });

  useShortcut('enterList', () => {
    const isOnRow = document.activeElement?.closest('[data-order-id]') !== null;
    enter(scroller.current, isOnRow ? currentIndex + 1 : currentIndex);
  });

  const isNearEnd = virtual.lastVisible >= rows.length - NEXT_PAGE_THRESHOLD;
  useEffect(() => {
    if (isNearEnd) onNearEnd?.();
  }, [isNearEnd, onNearEnd]);

  return (
    <div ref={scroller} className={classes['scroller']}>
      <p id={keysId} hidden>
        {t('table.keys')}
      </p>
      <table
        role="treegrid"
        className={classes['table']}
        style={tableSizes(table, rowHeight)}
        aria-label={t(`table.name.${props.sort}`)}
        aria-describedby={keysId}
        aria-multiselectable
        aria-rowcount={props.isComplete ? rows.length + (openIndex < Infinity ? 2 : 1) : -1}
        {...handlers}
      >
        <OrderTableHeader table={table} />
        {virtual.items.map(({ index, gapAbove }) => {
          const row = rows[index];
          if (!row) return null;
          const isOpen = index === openIndex;
          const rowIndex = index + (index > openIndex ? 3 : 2);
          return (
            <Fragment key={row.id}>
              {gapAbove > 0 && <RowsGap height={gapAbove} />}
              <tbody
                className={classes['order']}
                data-index={index}
                data-expanded={isOpen || undefined}
                ref={isOpen ? virtual.measureElement : undefined}
              >
                <OrderRow
                  t={t}
                  row={row}
                  cells={row.getVisibleCells()}
                  rowIndex={rowIndex}
                  isSelected={selection[row.id] ?? false}
                  isExpanded={row.id === expandedId}
                  isCurrent={index === currentIndex}
                />
                {isOpen && (
                  <tr aria-level={2} aria-rowindex={rowIndex + 1}>
                    <td
                      className={classes['detailCell']}
                      colSpan={table.getVisibleLeafColumns().length + 1}
                    >
                      <div className={classes['detail']}>{props.renderDetail(row.original)}</div>
                    </td>
                  </tr>
                )}
              </tbody>
            </Fragment>
          );
        })}
        <RowsGap height={virtual.gapBelow} />
      </table>
      {props.end}
    </div>
  );
}

/**
 * Sets `--list-width`, and whether columns are out of sight. Container units would make every layout
 * walk through all rows.
 */
function useListWidth(scroller: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const update = () => {
      const { clientWidth, scrollWidth, scrollLeft } = element;
      element.dataset['wide'] = String(scrollWidth > clientWidth);
      // The edge of the list, which does not scroll, is shaded.
      const more = String(scrollWidth > clientWidth + Math.ceil(scrollLeft));
      element.parentElement?.setAttribute('data-more', more);
    };
    const observer = new ResizeObserver(() => {
      element.style.setProperty('--list-width', `${element.clientWidth}px`);
      update();
    });
    observer.observe(element);
    const table = element.querySelector('table');
    if (table) observer.observe(table);
    let left = 0;
    const onScroll = () => {
      if (element.scrollLeft === left) return;
      left = element.scrollLeft;
      update();
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller]);
}

/** Low windows scroll as a page until the list is visible. */
function useInSight(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        element.dataset['inSight'] = String((entry?.intersectionRatio ?? 1) > 0.97);
      },
      { threshold: [0.97, 1] },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
}
