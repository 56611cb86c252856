import { Paper, Skeleton, Stack } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';

/** The shape of the general information while it is loaded. */
export function GeneralInformationSkeleton() {
  return (
    <Paper withBorder p="lg" aria-hidden>
      <Skeleton height={20} width={180} mb="xl" />
      <Stack gap={25}>
        {['38%', '62%', '45%', '30%', '56%', '48%'].map((width) => (
          <Skeleton key={width} height={16} width={width} />
        ))}
      </Stack>
    </Paper>
  );
}
