import { Paper, Skeleton, Stack } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';

/** The shape of the page while the profile is loaded. */
export function LocationsSkeleton() {
  return (
    <Stack gap="lg" aria-hidden>
      <Paper withBorder p="lg">
        <Stack gap="sm" pl={44}>
          <Skeleton height={20} width={140} />
          <Skeleton height={16} width={200} />
          <Skeleton height={16} width={160} />
          <Skeleton height={16} width={80} />
          <Skeleton height={14} width="min(24rem, 100%)" />
        </Stack>
      </Paper>
      <Paper withBorder p="lg">
        <Stack gap="lg">
          <Skeleton height={20} width={180} />
          <Skeleton height={16} />
          <Skeleton height={16} />
        </Stack>
      </Paper>
    </Stack>
  );
}
