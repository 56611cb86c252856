import { useEffect, useLayoutEffect, useRef } from 'react';

/** Mantine gives the focus back 10 ms after a dialog has closed. */
const GIVEN_BACK = 20;

/** Puts the keyboard and the screen reader at the beginning of the page. */
export function focusPage(): void {
  document.querySelector('main')?.focus({ preventScroll: true });
}

/**
 * Once a dialog has closed the focus is where it was before; where that is gone, at the beginning of
 * the page, and not nowhere. Mantine itself looks too late where the focus was when it was no click
 * that opened the dialog, and knows no other place.
 */
export function useFocusAfter(opened: boolean): void {
  const wasOpened = useRef(opened);
  const before = useRef<Element>(null);
  useLayoutEffect(() => {
    // A step that follows another may find the focus on its way back.
    const { activeElement, body } = document;
    if (opened && activeElement !== body) before.current = activeElement;
  }, [opened]);
  useEffect(() => {
    const hasClosed = wasOpened.current && !opened;
    wasOpened.current = opened;
    if (!hasClosed) return undefined;
    const timer = setTimeout(() => {
      if (document.activeElement !== document.body) return;
      const { current } = before;
      if (current instanceof HTMLElement && current.isConnected) current.focus();
      else focusPage();
    }, GIVEN_BACK);
    return () => clearTimeout(timer);
  }, [opened]);
}
