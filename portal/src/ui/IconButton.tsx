import { ActionIcon, type ActionIconProps, type PolymorphicComponentProps } from '@mantine/core';
import type { ComponentType } from 'react';

export interface IconButtonProps extends PolymorphicComponentProps<'button', ActionIconProps> {
  readonly Icon: ComponentType<{ readonly size: number; readonly 'aria-hidden': true }>;
  readonly iconSize?: number;
  /** Also the tooltip; `title={undefined}` shows none. */
  readonly label: string;
}

export function IconButton({ Icon, iconSize = 18, label, ...button }: IconButtonProps) {
  return (
    <ActionIcon variant="default" size={36} aria-label={label} title={label} {...button}>
      <Icon size={iconSize} aria-hidden />
    </ActionIcon>
  );
}
