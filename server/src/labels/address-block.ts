import type { Box, TextItem, Weight } from '../drawing/layout-items.ts';
import { toPrintable } from '../drawing/printable-text.ts';
import {
  LINE_HEIGHT,
  bottomOf,
  measuredBlock,
  measureText,
  type MeasuredText,
} from '../drawing/text-block.ts';
import type { LabelParty } from './label-content.ts';

/** Dots at full scale. */
interface Row {
  readonly text: MeasuredText;
  readonly size: number;
  readonly mostLines: number;
}

/** At full scale; the smallest is readable at arm's length. */
const SIZE = { name: 64, street: 52, city: 56, country: 0, smallest: 32 } as const;
/** Scales to try, largest first. */
const LARGEST_SCALE = 1.1;
const SCALES = [LARGEST_SCALE, 1, 0.9, 0.8, 0.7, 0.6] as const;
const LEAST_ROW_HEIGHT = Math.ceil(SIZE.smallest * LINE_HEIGHT);

/** All rows: name, street, unit, city, region, country. */
export const LEAST_ADDRESS_HEIGHT = 6 * LEAST_ROW_HEIGHT;

export function leastAddressHeight({ unit, country }: LabelParty): number {
  return LEAST_ADDRESS_HEIGHT - [unit, country].filter((part) => !part).length * LEAST_ROW_HEIGHT;
}

/** Shrinks this far to join street and unit, or city and region. */
const SHRINK_BEFORE_STACKING = 0.75;

/** Joins texts on one row when both fit at `leastSize`. */
function joinedOrStacked(
  [first, second]: readonly [string, string],
  separator: string,
  width: number,
  { size, leastSize, mostLines, weight }: Omit<Row, 'text'> & { leastSize: number; weight: Weight },
): Row[] {
  if (second === '') return [{ text: measureText(first, weight), size, mostLines }];
  // Printable again, because joining may recombine ligatures.
  const joined = measureText(toPrintable(`${first}${separator}${second}`).text, weight);
  return joined.width * leastSize <= width
    ? [{ text: joined, size, mostLines: 1 }]
    : [
        { text: measureText(first, weight), size, mostLines },
        { text: measureText(second, weight), size, mostLines: 1 },
      ];
}

function rowsOf(party: LabelParty, width: number, largest: number): Row[] {
  const sizes = (size: number) => ({
    size,
    leastSize: Math.max(SIZE.smallest, Math.round(size * largest * SHRINK_BEFORE_STACKING)),
  });
  const street = { ...sizes(SIZE.street), mostLines: 2, weight: 'regular' } as const;
  const city = { ...sizes(SIZE.city), mostLines: 1, weight: 'bold' } as const;
  return [
    { text: measureText(party.name, 'bold'), size: SIZE.name, mostLines: 2 },
    ...joinedOrStacked([party.street, party.unit ?? ''], ', ', width, street),
    ...joinedOrStacked([party.city, party.region], ' ', width, city),
    ...(party.country
      ? [{ text: measureText(party.country, 'bold'), size: SIZE.country, mostLines: 1 }]
      : []),
  ];
}

/** Keeps one smallest line for each row below. */
function stack(rows: readonly Row[], scale: number, box: Box): TextItem[] {
  const items: TextItem[] = [];
  rows.forEach(({ text, size, mostLines }, index) => {
    const y = bottomOf(items, box.y);
    const height = box.y + box.height - y - (rows.length - 1 - index) * LEAST_ROW_HEIGHT;
    const style = {
      size: Math.max(SIZE.smallest, Math.round(size * scale)),
      smallestSize: SIZE.smallest,
      mostLines,
    };
    items.push(...measuredBlock(text, { ...box, y, height }, style));
  });
  return items;
}

/** Shrinks rows, then cuts names and streets, never postal codes. Needs `leastAddressHeight`. */
export function addressBlock(party: LabelParty, box: Box, largest = LARGEST_SCALE): TextItem[] {
  const rows = rowsOf(party, box.width, largest);
  const endless = { ...box, height: Number.MAX_SAFE_INTEGER };
  for (const scale of SCALES) {
    if (scale > largest) continue;
    const items = stack(rows, scale, endless);
    if (bottomOf(items, box.y) <= box.y + box.height) return items;
  }
  return stack(rows, 0, box);
}
