import type { PopoverProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCodeSoon } from './use-fetch-soon.ts';
import { type TargetProps, useFloating } from './use-floating.ts';

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
