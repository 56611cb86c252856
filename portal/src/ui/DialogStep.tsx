import { type ReactNode, useEffect, useRef } from 'react';

/**
 * A step of a dialog; give each its own `key`. Focuses its `data-autofocus` button after the
 * previous step's was removed.
 */
export function DialogStep({ children }: { readonly children: ReactNode }) {
  const step = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    step.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  return <div ref={step}>{children}</div>;
}
