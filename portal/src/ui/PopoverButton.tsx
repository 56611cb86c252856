import type { PopoverProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCodeSoon } from './use-fetch-soon.ts';
import { type TargetProps, useFloating } from './use-floating.ts';

interface PopoverButtonProps<Code> extends Omit<
  PopoverProps,
  'children' | 'opened' | 'onChange' | 'id' | 'className'
> {
  /** Draws the button, with what it is given. */
  readonly renderButton: (target: TargetProps) => ReactNode;
  readonly className?: string | undefined;
  /** Fetches what the popover holds. */
  readonly load: () => Promise<Code>;
  /** Draws what it holds, which may close it. */
  readonly children: (code: Code, close: () => void) => ReactNode;
}

/** A button that opens a popover: the button is there at once, the popover soon after the page. */
export function PopoverButton<Code>(props: PopoverButtonProps<Code>) {
  const { renderButton, className, load, children, ...place } = props;
  const { target, isOpen, code, floating } = useFloating({ kind: 'dialog' });
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
