import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface MessagePageProps {
  readonly title: string;
  readonly text: string;
  /** What the reader can do next. */
  readonly children: ReactNode;
}

/** A page that says what happened and offers the way on. */
export function MessagePage({ title, text, children }: MessagePageProps) {
  return (
    <Stack align="flex-start" gap="md" maw={560} py="xl">
      <Title order={1}>{title}</Title>
      <Text>{text}</Text>
      {children}
    </Stack>
  );
}
