import { type RefObject, useId, useRef, useState } from 'react';
import { useCodeSoon } from './use-fetch-soon.ts';

export const loadFloating = () => import('./Floating.tsx');

export interface TargetProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly id: string;
  readonly 'aria-haspopup': 'menu' | 'dialog';
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string | undefined;
  readonly 'data-expanded': true | undefined;
  readonly onClick: () => void;
}

interface FloatingOptions {
  readonly kind: TargetProps['aria-haspopup'];
  readonly buttonRef?: RefObject<HTMLButtonElement | null> | undefined;
  readonly mayOpen?: (() => boolean) | undefined;
}

/** Loads its code once it is opened. */
export function useFloating({ kind, buttonRef, mayOpen }: FloatingOptions) {
  const id = useId();
  const own = useRef<HTMLButtonElement>(null);
  const ref = buttonRef ?? own;
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const code = useCodeSoon(loadFloating, isOpen);

  function change(toOpen: boolean): void {
    if (toOpen && mayOpen?.() === false) return;
    if (toOpen) setWasOpened(true);
    setOpen(toOpen);
  }

  const target: TargetProps = {
    ref,
    id,
    'aria-haspopup': kind,
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? `${id}-dropdown` : undefined,
    'data-expanded': isOpen || undefined,
    onClick: () => change(!isOpen),
  };
  return {
    target,
    isOpen,
    code: wasOpened ? code : undefined,
    floating: { id, target: ref, isOpen, onChange: change },
  };
}
