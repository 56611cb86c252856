import { useMediaQuery } from '@mantine/hooks';

const now = { getInitialValueInEffect: false };

/** A phone, or a zoomed computer. */
export const useIsMobile = (): boolean => useMediaQuery('(max-width: 768px)', false, now);

/** Narrow, and used by touch. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 768px) and (pointer: coarse)', false, now);
