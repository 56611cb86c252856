import { Button, type ButtonProps } from '@mantine/core';
import { useDidUpdate } from '@mantine/hooks';
import { type MouseEventHandler, useRef } from 'react';

interface WaitingButtonProps extends ButtonProps {
  readonly type?: 'submit' | 'button';
  readonly onClick?: MouseEventHandler;
  readonly loading: boolean;
}

/** Takes back the focus, which disabled buttons lose. */
export function WaitingButton({ type = 'button', ...props }: WaitingButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useDidUpdate(() => {
    const isFocusLost = document.activeElement === document.body;
    if (!props.loading && isFocusLost) button.current?.focus();
  }, [props.loading]);
  return <Button ref={button} type={type} {...props} />;
}
