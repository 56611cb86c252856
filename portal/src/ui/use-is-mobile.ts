import { useMediaQuery } from '@mantine/hooks';

let fontScale: number | undefined;

/** Pixels at the font size that the browser is set to, from those at the usual 16. */
export function scaled(pixels: number): number {
  fontScale ??= Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  return Math.round(pixels * fontScale);
}

/** Correct from the first render on. */
export const useMedia = (query: string): boolean =>
  useMediaQuery(query, false, { getInitialValueInEffect: false });

/** A phone, or a zoomed computer. */
export const useIsMobile = () => useMedia('(max-width: 48em)');

/** Narrow, and used by touch. */
export const useIsPhone = () => useMedia('(max-width: 48em) and (pointer: coarse)');
