import type { Box, LayoutItem } from '../drawing/layout-items.ts';
import { textBlock } from '../drawing/text-block.ts';
import { widthInEms } from '../drawing/text-metrics.ts';

const BOLD = { weight: 'bold', resident: true } as const;
const SIZE = 32;
const PADDING = 16;
const ROW_HEIGHT = 44;
const GAP = 6;

/** A mark and where it stands, from the top left corner of the rows. */
interface PlacedMark {
  readonly mark: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Marks that stand side by side, in as many rows as they need. */
export interface MarkRows {
  readonly placed: readonly PlacedMark[];
  readonly height: number;
}

/** Places marks into rows of a width. No marks take no height. */
export function placeMarks(marks: readonly string[], rowWidth: number): MarkRows {
  const placed: PlacedMark[] = [];
  let x = 0;
  let y = 0;
  for (const mark of marks) {
    const width = Math.ceil(widthInEms(mark, BOLD) * SIZE) + 2 * PADDING;
    if (x > 0 && x + width > rowWidth) {
      x = 0;
      y += ROW_HEIGHT + GAP;
    }
    placed.push({ mark, x, y, width });
    x += width + GAP;
  }
  return { placed, height: placed.length === 0 ? 0 : y + ROW_HEIGHT };
}

/** Draws placed marks as white on black, with a place as their top left corner. */
export function drawMarks({ placed }: MarkRows, { x: left, y: top }: Pick<Box, 'x' | 'y'>) {
  return placed.flatMap(({ mark, x, y, width }): LayoutItem[] => {
    const box = { x: left + x, y: top + y, width, height: ROW_HEIGHT };
    const text = textBlock(
      mark,
      { ...box, x: box.x + PADDING, width: width - 2 * PADDING },
      { size: SIZE, weight: 'bold', align: 'center', reversed: true, centered: true },
    );
    return [{ kind: 'fill', box }, ...text];
  });
}
