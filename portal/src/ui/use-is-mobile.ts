import { useMediaQuery } from '@mantine/hooks';

let fontScale: number | undefined;

/** Pixels at the font size that the browser is set to, from those at the usual 16. */
export function scaled(pixels: number): number {
  fontScale ??= Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  return Math.round(pixels * fontScale);
}

const now = { getInitialValueInEffect: false };

/** A phone, or a zoomed computer. */
export const useIsMobile = (): boolean => useMediaQuery('(max-width: 48em)', false, now);

/** Narrow, and used by touch. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 48em) and (pointer: coarse)', false, now);
