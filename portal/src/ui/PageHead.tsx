import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface PageHeadProps {
  readonly title: string;
  /** What the page is for, where its title does not say it. */
  readonly text?: string;
  /** The page's one primary action. */
  readonly action?: ReactNode;
}

/** What a page begins with: its title and its primary action. */
export function PageHead({ title, text, action }: PageHeadProps) {
  return (
    <div>
      <Group justify="space-between" gap="sm" mih={36}>
        <Title order={1}>{title}</Title>
        {action}
      </Group>
      {text !== undefined && (
        <Text size="sm" c="dimmed" mt={4} maw="44rem">
          {text}
        </Text>
      )}
    </div>
  );
}
