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
import { ORDER_COLUMNS, type OrderColumn } from '@portage/contract/orders/order-views';
import type { Order } from '@portage/contract/orders/orders';
import { headerHeightAbove } from './row-height.ts';

/** What a column tells the table's layout beside its content. */
interface OrderColumnMeta {
  /** Width in pixels; the column without one takes what the others leave. */
  readonly width?: number;
}

/** The features of TanStack Table that the list of orders uses. */
export const orderTableFeatures = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  columnMeta: metaHelper<OrderColumnMeta>(),
});

export type OrderTableFeatures = typeof orderTableFeatures;
export type OrdersTable = ReactTable<OrderTableFeatures, Order>;
export type OrdersTableRow = Row<OrderTableFeatures, Order>;
export type OrdersTableCell = Cell<OrderTableFeatures, Order>;

/**
 * What the stylesheet needs to know in pixels: the width of the columns that have one, and the least
 * height of a row.
 */
export function tableSizes(table: OrdersTable, rowHeight: number): CSSProperties {
  const widths = table.getVisibleLeafColumns().map(({ columnDef }) => columnDef.meta?.width ?? 0);
  const total = widths.reduce((sum, width) => sum + width, 0);
  return {
    '--columns-width': `${total}px`,
    '--row-height': `${rowHeight}px`,
    '--header-height': `${headerHeightAbove(rowHeight)}px`,
  } as CSSProperties;
}

/** Everything that decides which columns show. */
interface Screen {
  readonly isNarrow: boolean;
  readonly hasShop: boolean;
  /** Those that the reader chose. */
  readonly chosen: readonly OrderColumn[];
}

/**
 * Which columns show beside the recipient: the chosen ones on wide screens, fulfilment among them only
 * for merchants with a linked shop; the status alone on narrow screens (spec 1 §2).
 */
export function visibleColumns({
  isNarrow,
  hasShop,
  chosen,
}: Screen): Record<OrderColumn, boolean> {
  const shows = (column: OrderColumn) => {
    if (isNarrow) return column === 'status';
    return chosen.includes(column) && (column !== 'fulfilment' || hasShop);
  };
  const columns = ORDER_COLUMNS.map((column) => [column, shows(column)]);
  return Object.fromEntries(columns) as Record<OrderColumn, boolean>;
}
