import type { Menu, MenuProps } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { type TargetProps, useFloating } from './use-floating.ts';

interface MenuButtonProps extends Pick<MenuProps, 'position' | 'width' | 'withinPortal'> {
  /** Draws the button, with what it is given. */
  readonly renderButton: (target: TargetProps, isOpen: boolean) => ReactNode;
  readonly buttonRef?: RefObject<HTMLButtonElement | null>;
  /** Asked before the menu opens; where it answers false, it has said why. */
  readonly mayOpen?: () => boolean;
  /** Draws the items once the menu is there. */
  readonly renderItems: (menu: typeof Menu) => ReactNode;
}

/** A button that opens a menu: the button is there at once, the menu soon after the page. */
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
