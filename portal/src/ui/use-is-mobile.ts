import { useMediaQuery } from '@mantine/hooks';

const now = { getInitialValueInEffect: false };

/** At most 768 px wide: a phone, or a zoomed computer. */
export const useIsMobile = (): boolean => useMediaQuery('(max-width: 768px)', false, now);

/** A phone: narrow, and used by touch. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 768px) and (pointer: coarse)', false, now);
