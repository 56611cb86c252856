import { Skeleton, Stack } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';

/** The shape of the list while it is loaded. */
export function ServiceUsersSkeleton() {
  return (
    <Stack gap="lg" p="lg" aria-hidden>
      <Skeleton height={16} width={220} />
      <Skeleton height={20} />
      <Skeleton height={20} />
    </Stack>
  );
}
