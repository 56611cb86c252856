import type { Menu, MenuProps, PopoverProps } from '@mantine/core';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useCodeSoon } from './use-fetch-soon.ts';

export const loadFloating = () => import('./Floating.tsx');

/** Loads its code once it is opened. */
function useFloating(kind: 'menu' | 'dialog', mayOpen?: () => boolean) {
  const id = useId();
  const ref = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const code = useCodeSoon(loadFloating, isOpen);

  function change(toOpen: boolean): void {
    if (toOpen && mayOpen?.() === false) return;
    if (toOpen) setWasOpened(true);
    // Dialogs that an item opens give the focus back to the button.
    const dropdown = document.getElementById(`${id}-dropdown`);
    if (!toOpen && dropdown?.contains(document.activeElement)) ref.current?.focus();
    setOpen(toOpen);
  }

  return {
    target: {
      ref,
      id,
      'aria-haspopup': kind,
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? `${id}-dropdown` : undefined,
      'data-expanded': isOpen || undefined,
      onClick: () => change(!isOpen),
    },
    code: wasOpened ? code : undefined,
    floating: { id, target: ref, opened: isOpen, onChange: change },
  };
}

type TargetProps = ReturnType<typeof useFloating>['target'];

interface PopoverButtonProps<Code> extends Omit<PopoverProps, 'children'> {
  readonly renderButton: (target: TargetProps) => ReactNode;
  readonly load: () => Promise<Code>;
  readonly children: (code: Code, close: () => void) => ReactNode;
}

/** The popover's code loads after the page. */
export function PopoverButton<Code>(props: PopoverButtonProps<Code>) {
  const { renderButton, load, children, ...place } = props;
  const { target, code, floating } = useFloating('dialog');
  const content = useCodeSoon(load, floating.opened);
  return (
    <>
      {renderButton(target)}
      {code && content && (
        <code.FloatingPopover {...place} {...floating}>
          {children(content, () => floating.onChange(false))}
        </code.FloatingPopover>
      )}
    </>
  );
}

export interface MenuButtonProps extends Pick<MenuProps, 'position' | 'width' | 'withinPortal'> {
  readonly renderButton: (target: TargetProps, isOpen: boolean) => ReactNode;
  /** Called before opening; false keeps the menu closed. */
  readonly mayOpen?: () => boolean;
  readonly renderItems: (menu: typeof Menu) => ReactNode;
}

/** The menu's code loads after the page. */
export function MenuButton({ renderButton, mayOpen, ...menu }: MenuButtonProps) {
  const { target, code, floating } = useFloating('menu', mayOpen);
  return (
    <>
      {renderButton(target, floating.opened)}
      {code && <code.FloatingMenu {...menu} {...floating} />}
    </>
  );
}
