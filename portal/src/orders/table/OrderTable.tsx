import type { Order } from '@portage/contract/orders';
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
} from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcut } from '../../lib/use-shortcut.ts';
import { RowsGap } from '../../ui/RowsGap.tsx';
import { OrderRow } from './OrderRow.tsx';
import classes from './OrderTable.module.css';
import { OrderTableHeader } from './OrderTableHeader.tsx';
import { type OrdersTable, tableSizes } from './order-table.ts';
import { heightsIn } from './row-height.ts';
import { rowHandlers } from './row-handlers.ts';
import { useVirtualOrders } from './use-virtual-orders.ts';

/** How near the end of the loaded rows the next page is asked for (spec 1 §9). */
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
  /** What stands below the last loaded row. */
  readonly end: ReactNode;
}

/**
 * The list of orders as a tree grid: only the rows within sight are drawn, an expanded order has its
 * details in a row of their own, and the header stays.
 */
export function OrderTable(props: OrderTableProps) {
  const { table, rowHeight, expandedId, onNearEnd } = props;
  const { t } = useTranslation('orders');
  const keysId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  useListWidth(scroller);
  const [currentId, setCurrentId] = useState<string>();
  const selection = table.state.rowSelection;
  const { rows, rowsById } = table.getRowModel();
  const indexOf = (id: string | undefined) => (id === undefined ? undefined : rowsById[id]?.index);
  const currentIndex = indexOf(currentId) ?? 0;
  // The row says at once that it opens; its details are drawn after that was painted.
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
        aria-label={t('table.name')}
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
 * Tells the stylesheet how wide the list is that is seen, as `--list-width`. Container units would,
 * too, but then every layout of the page, wherever it begins, walks through all rows: that costs
 * three to eight times as much.
 */
function useListWidth(scroller: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      element.style.setProperty('--list-width', `${element.clientWidth}px`);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
}
