import { fitText, LINE_HEIGHT, type TextRoom } from './fit-text.ts';
import type { Box, TextItem, Weight } from './layout-items.ts';
import { ASCENT, CAP_HEIGHT, measureText, type MeasuredText } from './text-metrics.ts';

/** How a text is set; what is left out is regular, left, black, one line, from the top of its box. */
export interface TextStyle {
  readonly size: number;
  /** Default: the size, which forbids shrinking. */
  readonly smallestSize?: number;
  readonly mostLines?: number;
  readonly weight?: Weight;
  readonly align?: TextItem['align'];
  readonly reversed?: boolean;
  /** In the middle of the box, measured on the height of capitals, and as high as the box. */
  readonly centered?: boolean;
}

/** How a text is set whose weight is known. */
type MeasuredStyle = Omit<TextStyle, 'weight'>;

function roomOf(box: Box, style: MeasuredStyle): TextRoom {
  return {
    width: box.width,
    height: box.height,
    size: style.size,
    smallestSize: style.smallestSize ?? style.size,
    mostLines: style.mostLines ?? 1,
  };
}

/**
 * Sets a text into a box. The box of the result is only as high as the text needs, so that what
 * follows can begin at its lower edge (see `bottomOf`). An empty text sets nothing.
 */
export function textBlock(text: string, box: Box, style: TextStyle): TextItem[] {
  return measuredBlock(measureText(text, style.weight ?? 'regular'), box, style);
}

/** Sets a text that is measured already as `textBlock` does. */
export function measuredBlock(text: MeasuredText, box: Box, style: MeasuredStyle): TextItem[] {
  if (text.text === '') return [];
  const { lines, size } = fitText(text, roomOf(box, style));
  const lineHeight = size * LINE_HEIGHT;
  const heightOfLines = lines.length * lineHeight;
  const capitals = (lines.length - 1) * lineHeight + size * CAP_HEIGHT;
  const baseline = style.centered
    ? box.y + (box.height - capitals) / 2 + size * CAP_HEIGHT
    : box.y + size * ASCENT;
  return [
    {
      kind: 'text',
      box: style.centered ? box : { ...box, height: Math.ceil(heightOfLines) },
      lines,
      size,
      face: text.face,
      align: style.align ?? 'left',
      reversed: style.reversed ?? false,
      baseline: Math.round(baseline),
      lineHeight: Math.round(lineHeight),
    },
  ];
}

/** The lower edge of the lowest of some items; `top` when there are none. */
export function bottomOf(items: readonly { readonly box: Box }[], top: number): number {
  return Math.max(top, ...items.map(({ box }) => box.y + box.height));
}

/** Where a line of a width begins in its box. */
export function startOfLine(box: Box, align: TextItem['align'], width: number): number {
  const free = Math.max(0, Math.floor(box.width - width));
  if (align === 'left') return box.x;
  return box.x + (align === 'right' ? free : Math.floor(free / 2));
}
