import { type RefObject, useLayoutEffect } from 'react';

/**
 * Tells the stylesheet how wide the list is that is seen, as `--list-width`. Container units would,
 * too, but then every layout of the page, wherever it begins, walks through all rows: that costs
 * three to eight times as much.
 */
export function useListWidth(scroller: RefObject<HTMLElement | null>): void {
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
