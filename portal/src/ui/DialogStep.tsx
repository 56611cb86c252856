import { type ReactNode, useEffect, useRef } from 'react';

/**
 * A step of a dialog; give each its own `key`. It begins at its own button (`data-autofocus`): the one
 * that was pressed before is gone, and the focus with it. The first is left to the dialog, which has
 * to see where the focus came from.
 */
export function DialogStep({ children }: { readonly children: ReactNode }) {
  const step = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    step.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  return <div ref={step}>{children}</div>;
}
