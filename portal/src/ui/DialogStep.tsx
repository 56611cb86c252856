import { type ReactNode, useEffect, useRef } from 'react';

/** Give each step its own `key`. Focuses its `data-autofocus` button. */
export function DialogStep({ children }: { readonly children: ReactNode }) {
  const step = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    step.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  return <div ref={step}>{children}</div>;
}
