import { useEffect, useRef } from 'react';

/** Mantine gives the focus back 10 ms after a dialog has closed. */
const GIVEN_BACK = 20;

/** Puts the keyboard and the screen reader at the beginning of the page. */
export function focusPage(): void {
  document.querySelector('main')?.focus({ preventScroll: true });
}

/**
 * Once a dialog has closed the focus is where it was before; where that is gone, at the beginning of
 * the page, and not nowhere.
 */
export function useFocusAfter(opened: boolean): void {
  const wasOpened = useRef(opened);
  useEffect(() => {
    const hasClosed = wasOpened.current && !opened;
    wasOpened.current = opened;
    if (!hasClosed) return undefined;
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) focusPage();
    }, GIVEN_BACK);
    return () => clearTimeout(timer);
  }, [opened]);
}
