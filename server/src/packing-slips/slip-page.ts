import { code128Modules } from '../drawing/code128.ts';
import { LABEL_SIZE, type Box, type LayoutItem } from '../drawing/layout-items.ts';
import { textBlock } from '../drawing/text-block.ts';
import type { PackingSlipContent } from './packing-slip-content.ts';
import { packingSlipWords } from './packing-slip-words.ts';

/** What every page of a packing slip keeps free at its edges, and between two columns, in dots. */
export const LEFT = 24;
export const TOP = 20;
export const WIDTH = LABEL_SIZE.width - 2 * LEFT;
export const RIGHT = LEFT + WIDTH;
export const GAP = 20;

/** Where the foot of every page begins. */
export const FOOT_TOP = 1100;

/** The bars of a tracking number: 8 mm high, and no wider than two thirds of the page. */
const BARS = { y: FOOT_TOP + 16, height: 64, most: 590, widestModule: 3, quietZone: 10 } as const;
const LAST_LINE = { y: BARS.y + BARS.height + 2, height: 32 } as const;

export const box = (x: number, y: number, width: number, height: number): Box => ({
  x,
  y,
  width,
  height,
});

/** A line from margin to margin. */
export const rule = (y: number, thickness: number): LayoutItem => ({
  kind: 'fill',
  box: box(LEFT, y, WIDTH, thickness),
});

/** The foot of a page: the tracking number, to match the slip with its parcel, and which page it is. */
export function pageFoot(
  { trackingNumber, language }: Pick<PackingSlipContent, 'trackingNumber' | 'language'>,
  ordinal: number,
  pageCount: number,
): LayoutItem[] {
  const modules = code128Modules(trackingNumber);
  const module = Math.min(BARS.widestModule, Math.floor(BARS.most / modules));
  const width = modules * module;
  const x = Math.max(LEFT, BARS.quietZone * module);
  const pageWidth = RIGHT - x - width - GAP;
  return [
    rule(FOOT_TOP, 4),
    { kind: 'code128', box: box(x, BARS.y, width, BARS.height), data: trackingNumber, module },
    ...textBlock(trackingNumber, box(x, LAST_LINE.y, width, LAST_LINE.height), {
      size: 26,
      weight: 'bold',
      align: 'center',
    }),
    ...textBlock(
      packingSlipWords[language].page(ordinal, pageCount),
      box(RIGHT - pageWidth, LAST_LINE.y, pageWidth, LAST_LINE.height),
      { size: 24, smallestSize: 18, align: 'right' },
    ),
  ];
}
