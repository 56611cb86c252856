import { type Box, LABEL_SIZE, type LayoutItem, type Picture } from './layout-items.ts';

/** Dots. */
export const LEFT = 24;
export const WIDTH = LABEL_SIZE.width - 2 * LEFT;
export const RIGHT = LEFT + WIDTH;
export const GAP = 20;

export const box = (x: number, y: number, width: number, height: number): Box => ({
  x,
  y,
  width,
  height,
});

/** Across the page. */
export const rule = (y: number, thickness = 4): LayoutItem => ({
  kind: 'fill',
  box: box(LEFT, y, WIDTH, thickness),
});

/** The size of a logo in its proportions, enlarged at most twice. */
export function logoSize(logo: Picture, most: Pick<Box, 'width' | 'height'>) {
  const scale = Math.min(most.width / logo.width, most.height / logo.height, 2);
  return { width: Math.ceil(logo.width * scale), height: Math.ceil(logo.height * scale) };
}
