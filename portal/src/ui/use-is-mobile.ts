import { useMediaQuery } from '@mantine/hooks';

const now = { getInitialValueInEffect: false };

/** Whether the window is at most 768 px wide: on a phone, or on a computer that is zoomed in. */
export const useIsMobile = (): boolean => useMediaQuery('(max-width: 768px)', false, now);

/** Whether the device is a phone: narrow, and used by touch. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 768px) and (pointer: coarse)', false, now);
