import { LABEL_SIZE, type PageLayout } from '../drawing/layout-items.ts';
import { bottomOf } from '../drawing/text-block.ts';
import type { PackingSlipContent } from './packing-slip-content.ts';
import { firstHead, laterHead } from './slip-head.ts';
import { itemPages } from './slip-items.ts';
import { GAP, pageFoot, TOP } from './slip-page.ts';

/**
 * Lays out the packing slip of an order on pages of 4 × 6 inches, as many as its items take: every
 * size, line break and place is decided here.
 */
export function layOutPackingSlip(content: PackingSlipContent): PageLayout[] {
  const first = firstHead(content);
  const later = laterHead(content);
  const pages = itemPages(content, {
    onFirstPage: bottomOf(first, TOP) + GAP,
    onLaterPages: bottomOf(later, TOP) + 12,
  });
  return pages.map((items, index) => ({
    ...LABEL_SIZE,
    items: [
      ...(index === 0 ? first : later),
      ...items,
      ...pageFoot(content, index + 1, pages.length),
    ],
  }));
}
