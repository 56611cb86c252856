import { EmptyState, type EmptyStateProps } from '@mantine/core';
import type { Icon as TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface EmptyProps extends Pick<EmptyStateProps, 'maw' | 'pt' | 'role' | 'style'> {
  readonly Icon: TablerIcon;
  readonly title: string;
  readonly text: string;
  /** 1 on a page without another heading. */
  readonly order?: 1 | 2 | 3;
  /** Next steps. */
  readonly children?: ReactNode;
  readonly foot?: ReactNode;
}

export function Empty({ Icon, title, text, order = 2, children, foot, ...box }: EmptyProps) {
  return (
    <EmptyState
      m="auto"
      p="xl"
      maw={480}
      icon={<Icon stroke={1.5} aria-hidden />}
      withIndicatorBackground
      {...box}
    >
      <EmptyState.Title order={order}>{title}</EmptyState.Title>
      <EmptyState.Description>{text}</EmptyState.Description>
      {children !== undefined && (
        <EmptyState.Actions style={{ justifyContent: 'center' }}>{children}</EmptyState.Actions>
      )}
      {foot}
    </EmptyState>
  );
}
