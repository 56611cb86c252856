import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is as narrow as a phone's: at most 768 px. Follows every change of its size. */
export function useIsMobile(): boolean {
  return useMediaQuery('(max-width: 768px)', false, { getInitialValueInEffect: false });
}
