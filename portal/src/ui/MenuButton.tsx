import type { Menu, MenuProps } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { type TargetProps, useFloating } from './use-floating.ts';

export interface MenuButtonProps extends Pick<MenuProps, 'position' | 'width' | 'withinPortal'> {
  readonly renderButton: (target: TargetProps, isOpen: boolean) => ReactNode;
  readonly buttonRef?: RefObject<HTMLButtonElement | null>;
  /** Called before opening; false keeps the menu closed. */
  readonly mayOpen?: () => boolean;
  readonly renderItems: (menu: typeof Menu) => ReactNode;
}

/** The menu's code loads after the page. */
export function MenuButton({
  renderButton,
  buttonRef,
  mayOpen,
  renderItems,
  ...place
}: MenuButtonProps) {
  const { target, isOpen, code, floating } = useFloating({ kind: 'menu', buttonRef, mayOpen });
  return (
    <>
      {renderButton(target, isOpen)}
      {code && <code.FloatingMenu {...floating} place={place} renderItems={renderItems} />}
    </>
  );
}
