import { useEffect, useLayoutEffect, useRef } from 'react';

/** Mantine returns the focus 10 ms after a dialog has closed. */
const GIVEN_BACK = 20;

export function focusPage(): void {
  document.querySelector('main')?.focus({ preventScroll: true });
}

/** Refocuses when a dialog closes. Mantine does so only for clicked dialogs that stay mounted. */
export function useFocusAfter(opened: boolean): void {
  const before = useRef<Element>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLayoutEffect(() => {
    // Between two steps of a dialog the focus is on the body.
    const { activeElement, body } = document;
    if (opened && activeElement !== body) before.current = activeElement;
  }, [opened]);
  useEffect(() => {
    if (!opened) return undefined;
    clearTimeout(timer.current);
    return () => {
      timer.current = setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const { current } = before;
        if (current instanceof HTMLElement && current.isConnected) current.focus();
        else focusPage();
      }, GIVEN_BACK);
    };
  }, [opened]);
}
