import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback } from 'react';

/** Height of a row and of the header in pixels; these sizes are those of ImportGrid.module.css. */
const ROW_HEIGHT = 36;
/** Width of a column, and of the line numbers that stay in sight before them. */
const COLUMN_WIDTH = 176;
const LINE_WIDTH = 60;
/** Rows beyond the edge that are drawn too, so that scrolling shows no gap. */
const OVERSCAN = 8;

/** Which rows to draw, and how much room the others take above and below them. */
export function useVirtualRows(count: number, scroller: RefObject<HTMLElement | null>) {
  // The virtualizer is one object that changes within: memoising what it answers would freeze it.
  'use no memo';
  // oxlint-disable-next-line react/incompatible-library -- only plain values leave this hook
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: ROW_HEIGHT,
    scrollPaddingStart: ROW_HEIGHT,
  });
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  return {
    indexes: items.map(({ index }) => index),
    gapAbove: first ? first.start - ROW_HEIGHT : 0,
    gapBelow: last ? virtualizer.getTotalSize() + ROW_HEIGHT - last.end : 0,
    /** Brings a cell into sight, as far as it is not. */
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
  const before = column * COLUMN_WIDTH;
  const after = LINE_WIDTH + before + COLUMN_WIDTH - scroller.clientWidth;
  if (scroller.scrollLeft > before) scroller.scrollLeft = before;
  else if (scroller.scrollLeft < after) scroller.scrollLeft = after;
}
