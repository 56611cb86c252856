import {
  type Cell,
  type Row,
  type ReactTable,
  columnVisibilityFeature,
  metaHelper,
  rowSelectionFeature,
  tableFeatures,
} from '@tanstack/react-table';
import type { Order } from '@portage/contract/orders';

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
 * Which columns show (spec 1 §2): recipient and status on narrow screens, fulfilment only to
 * merchants with a linked shop.
 */
export function visibleColumns(screen: { isNarrow: boolean; hasShop: boolean }) {
  const isWide = !screen.isNarrow;
  return {
    place: isWide,
    placedOn: isWide,
    deliveredOn: isWide,
    reference: isWide,
    service: isWide,
    business: isWide,
    fulfilment: isWide && screen.hasShop,
  };
}
