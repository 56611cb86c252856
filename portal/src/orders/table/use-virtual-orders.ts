import { type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useMemo } from 'react';
import type { OrdersTableRow } from './order-table.ts';
import { headerHeightAbove } from './row-height.ts';

/** Rows drawn beyond each edge, so that quick scrolling meets no blanks. */
const OVERSCAN = 8;
/**
 * Rows come and go in groups of so many: the table is laid out and painted once a group. With each
 * row by itself that is every frame of a quick scroll, which then costs twice the processor time.
 */
const GROUP = 8;

interface VirtualOrders {
  readonly rows: OrdersTableRow[];
  readonly rowHeight: number;
  /** Of a row by itself, which a long reference makes higher. */
  readonly heightOf: (row: OrdersTableRow) => number;
  readonly expandedId: string | undefined;
  /** Index of the expanded order, or Infinity. */
  readonly expandedIndex: number;
  /** The row that has the focus: it stays drawn wherever the list is scrolled to. */
  readonly currentIndex: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/** Which orders to draw and how much room the others take, in pixels from the top of the rows. */
export function useVirtualOrders(options: VirtualOrders) {
  // The virtualizer is one object that changes within: memoising what it answers would freeze it.
  'use no memo';
  const { rows, rowHeight, heightOf, expandedId, expandedIndex, currentIndex, scroller } = options;
  const header = headerHeightAbove(rowHeight);

  // An expanded order has a key of its own, so that its measured height is forgotten when it closes.
  const getItemKey = useCallback(
    (index: number) => {
      const id = rows[index]?.id ?? index;
      return id === expandedId ? `${id} expanded` : id;
    },
    [rows, expandedId],
  );
  // The same array as long as it holds the same: most frames of a scroll change no row.
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
    overscan: OVERSCAN,
    // A list that is opened with an expanded order begins there, with one order above it in sight.
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
    /** The last order within sight, or -1. */
    lastVisible: virtualizer.range?.endIndex ?? -1,
    measureElement: virtualizer.measureElement,
    scrollToRow,
  };
}

/** The indexes of the rows to draw: as many wherever the list is scrolled to, from whole groups. */
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
