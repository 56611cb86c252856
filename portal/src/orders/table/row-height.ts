import { useLocalStorage } from '@mantine/hooks';
import type { OrdersTable, OrdersTableRow } from './order-table.ts';
import { wrapReference } from './wrap-reference.ts';

/** Heights of a row in pixels. */
const ROW_HEIGHT = { narrow: 45, comfortable: 40, compact: 36 };

/** The height of the sticky header above rows of a height, in pixels: on a phone it is for fingers. */
export const headerHeightAbove = (rowHeight: number): number =>
  rowHeight === ROW_HEIGHT.narrow ? 45 : 36;

/** How much height a line of a reference takes, and the border below a row. */
const REFERENCE_LINE = 13;
const BORDER = 1;

/** Whether rows of wide screens are compact; the device keeps it. */
export function useCompactRows() {
  return useLocalStorage<boolean>({
    key: 'compactRows',
    defaultValue: false,
    getInitialValueInEffect: false,
    deserialize: (stored) => stored === 'true',
    serialize: String,
  });
}

/** The least height of every row, in pixels. */
export function useRowHeight(isNarrow: boolean): number {
  const [isCompact] = useCompactRows();
  if (isNarrow) return ROW_HEIGHT.narrow;
  return isCompact ? ROW_HEIGHT.compact : ROW_HEIGHT.comfortable;
}

/** The height of a row, in which every line of its reference shows (spec 1 §9). */
export function heightsIn(table: OrdersTable, rowHeight: number): (row: OrdersTableRow) => number {
  const showsReference = table.getVisibleLeafColumns().some(({ id }) => id === 'reference');
  if (!showsReference) return () => rowHeight;
  return ({ original: { refNumber = '' } }) =>
    Math.max(rowHeight, wrapReference(refNumber).length * REFERENCE_LINE + BORDER);
}
