import { useEffect, useLayoutEffect, useRef } from 'react';

/** Mantine returns the focus 10 ms after a dialog has closed. */
const GIVEN_BACK = 20;

let lostWhenDisabled: Element | undefined;

export function focusPage(): void {
  document.querySelector('main')?.focus({ preventScroll: true });
}

/** Refocuses when a dialog closes. Mantine does so only for clicked dialogs that stay mounted. */
export function useFocusAfter(opened: boolean): void {
  const before = useRef<Element>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    // Between two steps of a dialog the focus is on the body.
    const focused = activeElement === body ? lostWhenDisabled : activeElement;
    if (opened && focused) before.current = focused;
  }, [opened]);
  useEffect(() => {
    if (!opened) return undefined;
    clearTimeout(timer.current);
    return () => {
      timer.current = setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const { current } = before;
        if (current instanceof HTMLElement && current.isConnected) current.focus();
        // A disabled button takes no focus.
        if (document.activeElement === document.body) focusPage();
      }, GIVEN_BACK);
    };
  }, [opened]);
}

const HOME = 'section[tabindex]';

/** Focuses a button that is enabled again, or the section of a removed element. */
export function returnFocus(): void {
  let lost: HTMLElement;
  let home: HTMLElement | null;
  const follow = () => {
    if (lost.isConnected && lost.matches(':disabled')) return;
    disabled.disconnect();
    if (document.activeElement !== document.body) return;
    (lost.isConnected ? lost : home)?.focus({ preventScroll: true });
  };
  const disabled = new MutationObserver(follow);

  document.addEventListener('focusin', ({ target }) => {
    disabled.disconnect();
    lostWhenDisabled = undefined;
    if (!(target instanceof HTMLElement)) return;
    lost = target;
    home = target.closest(HOME);
  });
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget !== null || target !== lost) return;
    if (lost.matches(':disabled')) {
      lostWhenDisabled = lost;
      disabled.observe(document, {
        subtree: true,
        childList: true,
        attributeFilter: ['disabled'],
      });
    } else {
      queueMicrotask(() => {
        if (!lost.isConnected) follow();
      });
    }
  });
}
