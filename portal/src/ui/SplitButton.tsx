import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { MenuButton, type MenuButtonProps } from './MenuButton.tsx';
import { ignoreHeldEnter, softDisabled } from './pressed-once.ts';
import classes from './SplitButton.module.css';

interface SplitButtonProps extends Omit<MenuButtonProps, 'renderButton'> {
  /** Names the arrow. */
  readonly label: string;
  /** The arrow stays focusable where `mayOpen` tells why. */
  readonly isDisabled: boolean;
  /** The button that acts at once. */
  readonly children: ReactNode;
}

/** A button, and an arrow that opens a menu of its variants. */
export function SplitButton({ label, isDisabled, children, ...menu }: SplitButtonProps) {
  return (
    <div className={classes['group']}>
      {children}
      <MenuButton
        position="bottom-end"
        withinPortal={false}
        renderButton={(target) => (
          <Button
            {...target}
            variant="default"
            className={classes['arrow']}
            aria-label={label}
            title={label}
            {...(menu.mayOpen ? softDisabled(isDisabled) : { disabled: isDisabled })}
            onKeyDown={ignoreHeldEnter}
          >
            <IconChevronDown size={18} aria-hidden />
          </Button>
        )}
        {...menu}
      />
    </div>
  );
}
