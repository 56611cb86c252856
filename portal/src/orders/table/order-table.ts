import {
  type Cell,
  type Row,
  type ReactTable,
  columnVisibilityFeature,
  metaHelper,
  rowSelectionFeature,
  tableFeatures,
} from '@tanstack/react-table';
import type { CSSProperties } from 'react';
import type { OrderSort } from '@portage/contract/orders/order-list';
import { ORDER_COLUMNS, type OrderColumn } from '@portage/contract/orders/order-views';
import type { Order } from '@portage/contract/orders/orders';
import { useOnDevice } from '../../lib/use-on-device.ts';
import { scaled } from '../../ui/use-is-mobile.ts';

/** Rows that Page Up and Page Down move by. */
const PAGE = 10;

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE,
  PageUp: -PAGE,
  Home: -Infinity,
  End: Infinity,
};

/** Undefined for other keys. */
export function nextRow(key: string, current: number, count: number): number | undefined {
  const step = steps[key];
  return step === undefined ? undefined : Math.max(0, Math.min(count - 1, current + step));
}

/** Pixels. */
const ROW_HEIGHT = { narrow: 45, comfortable: 40, compact: 36 };
/** Leaves room for a reason and a fix. */
const WORKLIST_ROW = { narrow: 128, wide: 56 };

/** Pixels; larger on a phone. */
export const headerHeightAbove = (rowHeight: number): number =>
  rowHeight === scaled(ROW_HEIGHT.narrow) ? rowHeight : scaled(36);

/** Pixels. */
const REFERENCE_LINE = 13;
const BORDER = 1;

export const useCompactRows = () => useOnDevice('compactRows', false);

/** Pixels. */
export function useRowHeight(isNarrow: boolean, isWorklist: boolean): number {
  const [isCompact] = useCompactRows();
  if (isWorklist) return scaled(isNarrow ? WORKLIST_ROW.narrow : WORKLIST_ROW.wide);
  if (isNarrow) return scaled(ROW_HEIGHT.narrow);
  return scaled(isCompact ? ROW_HEIGHT.compact : ROW_HEIGHT.comfortable);
}

/** Fits every line of the reference (spec 1 §9). */
export function heightsIn(table: OrdersTable, rowHeight: number): (row: OrdersTableRow) => number {
  const showsReference = table.getVisibleLeafColumns().some(({ id }) => id === 'reference');
  if (!showsReference) return () => rowHeight;
  return ({ original: { refNumber = '' } }) =>
    Math.max(rowHeight, scaled(wrapReference(refNumber).length * REFERENCE_LINE) + BORDER);
}

/** Spec 1 §9. */
const REFERENCE_LINE_LENGTH = 15;

/** Breaks a long reference, never within an emoji or accented letter. */
export function wrapReference(reference: string): string[] {
  const characters = [...reference];
  const lines: string[] = [];
  for (let start = 0; start < characters.length; start += REFERENCE_LINE_LENGTH) {
    lines.push(characters.slice(start, start + REFERENCE_LINE_LENGTH).join(''));
  }
  return lines;
}

interface OrderColumnMeta {
  /** Pixels; one column takes the rest. */
  readonly width?: number;
  /** Set for the column that the list is sorted by. */
  readonly sorted?: 'ascending' | 'descending' | undefined;
}

export const orderTableFeatures = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  columnMeta: metaHelper<OrderColumnMeta>(),
});

export type OrderTableFeatures = typeof orderTableFeatures;
export type OrdersTable = ReactTable<OrderTableFeatures, Order>;
export type OrdersTableRow = Row<OrderTableFeatures, Order>;
export type OrdersTableCell = Cell<OrderTableFeatures, Order>;

export function tableSizes(table: OrdersTable, rowHeight: number): CSSProperties {
  const widths = table.getVisibleLeafColumns().map(({ columnDef }) => columnDef.meta?.width ?? 0);
  const total = widths.reduce((sum, width) => sum + width, 0);
  return {
    '--columns-width': `${scaled(total)}px`,
    '--row-height': `${rowHeight}px`,
    '--header-height': `${headerHeightAbove(rowHeight)}px`,
  } as CSSProperties;
}

interface Screen {
  readonly isNarrow: boolean;
  readonly hasShop: boolean;
  readonly chosen: readonly OrderColumn[];
  readonly sort: OrderSort;
  /** Shows reasons and fixes instead of most columns. */
  readonly isWorklist: boolean;
  /** Has no room for more than reasons and fixes. */
  readonly isMedium: boolean;
}

/** The column that a sort is by; the recipient's always shows. */
export const columnsOfSorts = {
  placed: 'placedOn',
  shipBy: 'shipBy',
  recipient: 'recipient',
  city: 'place',
  status: 'status',
} as const satisfies Record<OrderSort, OrderColumn | 'recipient'>;

/** Fulfillment needs a linked shop; narrow screens show the status alone (spec 1 §2). */
export function visibleColumns(screen: Screen): Record<OrderColumn | 'attention', boolean> {
  const { isNarrow, hasShop, chosen, sort, isWorklist, isMedium } = screen;
  const shows = (column: OrderColumn) => {
    if (isWorklist) return !isMedium && (column === 'place' || column === 'service');
    if (isNarrow) return column === 'status';
    // The usual sort needs no column.
    if (sort !== 'placed' && column === columnsOfSorts[sort]) return true;
    return chosen.includes(column) && (column !== 'fulfilment' || hasShop);
  };
  const columns = ORDER_COLUMNS.map((column) => [column, shows(column)]);
  return {
    ...(Object.fromEntries(columns) as Record<OrderColumn, boolean>),
    attention: isWorklist,
  };
}
