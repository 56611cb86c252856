import type { LabelParty } from './label-content.ts';
import type { Box, TextItem, Weight } from '../drawing/layout-items.ts';
import { LINE_HEIGHT } from '../drawing/fit-text.ts';
import { toPrintable } from '../drawing/printable-text.ts';
import { bottomOf, measuredBlock } from '../drawing/text-block.ts';
import { measureText, type MeasuredText } from '../drawing/text-metrics.ts';

/** A row of an address; `size` is in dots at full scale. */
interface Row {
  readonly text: MeasuredText;
  readonly size: number;
  readonly mostLines: number;
}

/** Sizes at full scale, and the smallest that can still be read at arm's length, which a country always has. */
const SIZE = { name: 64, street: 52, city: 56, country: 0, smallest: 32 } as const;
/** The shares of full size at which an address is tried; a label with room to spare has it larger. */
const LARGEST_SCALE = 1.1;
const SCALES = [LARGEST_SCALE, 1, 0.9, 0.8, 0.7, 0.6] as const;
const LEAST_ROW_HEIGHT = Math.ceil(SIZE.smallest * LINE_HEIGHT);

/** The height that an address of the most rows needs: name, street, unit, city, region, country. */
export const LEAST_ADDRESS_HEIGHT = 6 * LEAST_ROW_HEIGHT;

/** The height that an address needs with a line for each of its parts. */
export function leastAddressHeight({ unit, country }: LabelParty): number {
  return LEAST_ADDRESS_HEIGHT - [unit, country].filter((part) => !part).length * LEAST_ROW_HEIGHT;
}

/** How far a street shrinks to share its line with the unit, and a city with the region. */
const SHRINK_BEFORE_STACKING = 0.75;

/**
 * Joins two texts when a line holds both at `leastSize`; otherwise each has its own row, and neither
 * is cut for the other or much smaller than the rows around it.
 */
function joinedOrStacked(
  [first, second]: readonly [string, string],
  separator: string,
  width: number,
  { size, leastSize, mostLines, weight }: Omit<Row, 'text'> & { leastSize: number; weight: Weight },
): Row[] {
  if (second === '') return [{ text: measureText(first, weight), size, mostLines }];
  // Twice printable: letters of a ligature that was taken apart are put together again.
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

/** Each row leaves those below it the height of a line at the smallest size. */
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

/**
 * Sets the recipient's name and address into a box of at least `leastAddressHeight`, top down. All
 * rows shrink together until they fit; at the smallest size a long name or street is cut, and never
 * pushes the postal code out. `largest` is the share of the label's full size to begin with.
 */
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
