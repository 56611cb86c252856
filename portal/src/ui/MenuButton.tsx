import type { Menu, MenuProps, PopoverProps } from '@mantine/core';
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { useCodeSoon } from './use-fetch-soon.ts';

export const loadFloating = () => import('./Floating.tsx');

interface TargetProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly id: string;
  readonly 'aria-haspopup': 'menu' | 'dialog';
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string | undefined;
  readonly 'data-expanded': true | undefined;
  readonly onClick: () => void;
}

/** Loads its code once it is opened. */
function useFloating(kind: TargetProps['aria-haspopup'], mayOpen?: () => boolean) {
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

interface PopoverButtonProps<Code> extends Omit<
  PopoverProps,
  'children' | 'opened' | 'onChange' | 'id' | 'className'
> {
  readonly renderButton: (target: TargetProps) => ReactNode;
  readonly className?: string | undefined;
  readonly load: () => Promise<Code>;
  readonly children: (code: Code, close: () => void) => ReactNode;
}

/** The popover's code loads after the page. */
export function PopoverButton<Code>(props: PopoverButtonProps<Code>) {
  const { renderButton, className, load, children, ...place } = props;
  const { target, isOpen, code, floating } = useFloating('dialog');
  const content = useCodeSoon(load, isOpen);
  return (
    <>
      {renderButton(target)}
      {code && content && (
        <code.FloatingPopover {...floating} place={place} className={className}>
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
export function MenuButton({ renderButton, mayOpen, renderItems, ...place }: MenuButtonProps) {
  const { target, isOpen, code, floating } = useFloating('menu', mayOpen);
  return (
    <>
      {renderButton(target, isOpen)}
      {code && <code.FloatingMenu {...floating} place={place} renderItems={renderItems} />}
    </>
  );
}
