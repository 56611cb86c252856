import type { LabelParty } from './label-content.ts';
import type { Box, TextItem } from '../drawing/layout-items.ts';
import { LINE_HEIGHT } from '../drawing/fit-text.ts';
import { toPrintable } from '../drawing/printable-text.ts';
import { bottomOf, textBlock, type TextStyle } from '../drawing/text-block.ts';
import { typefaceFor, widthInEms } from '../drawing/text-metrics.ts';

/** A row of an address and how it is set. */
interface Row {
  readonly text: string;
  readonly style: Required<Pick<TextStyle, 'size' | 'smallestSize' | 'mostLines' | 'weight'>>;
}

/** Sizes at full scale, and the smallest that can still be read at arm's length. */
const SIZE = { name: 64, street: 52, city: 56, smallest: 32 } as const;
/** The shares of full size at which an address is tried; a label with room to spare has it larger. */
const LARGEST_SCALE = 1.1;
const SCALES = [LARGEST_SCALE, 1, 0.9, 0.8, 0.7, 0.6] as const;
const LEAST_ROW_HEIGHT = Math.ceil(SIZE.smallest * LINE_HEIGHT);

/** The height that an address of the most rows needs: name, street, unit, city, region, country. */
export const LEAST_ADDRESS_HEIGHT = 6 * LEAST_ROW_HEIGHT;

/** Joins two texts when a line holds both; otherwise each has its own row, and neither is cut for the other. */
function joinedOrStacked(
  [first, second]: readonly [string, string],
  separator: string,
  width: number,
  style: Row['style'],
): Row[] {
  if (second === '') return [{ text: first, style }];
  const joined = toPrintable(`${first}${separator}${second}`);
  const face = typefaceFor(joined, style.weight);
  const fits = widthInEms(joined, face) * style.smallestSize <= width;
  return fits
    ? [{ text: joined, style: { ...style, mostLines: 1 } }]
    : [
        { text: first, style },
        { text: second, style: { ...style, mostLines: 1 } },
      ];
}

function rowsOf(party: LabelParty, width: number, scale: number): Row[] {
  const atScale = (size: number) => Math.max(SIZE.smallest, Math.round(size * scale));
  const smallestSize = SIZE.smallest;
  const name: Row['style'] = {
    size: atScale(SIZE.name),
    smallestSize,
    mostLines: 2,
    weight: 'bold',
  };
  const street: Row['style'] = { ...name, size: atScale(SIZE.street), weight: 'regular' };
  const city: Row['style'] = { ...name, size: atScale(SIZE.city), mostLines: 1 };
  return [
    { text: party.name, style: name },
    ...joinedOrStacked([party.street, party.unit ?? ''], ', ', width, street),
    ...joinedOrStacked([party.city, party.region], ' ', width, city),
    ...(party.country ? [{ text: party.country, style: { ...city, size: smallestSize } }] : []),
  ];
}

/** Each row leaves those below it the height of a line at the smallest size. */
function stack(rows: readonly Row[], box: Box): TextItem[] {
  const items: TextItem[] = [];
  rows.forEach(({ text, style }, index) => {
    const y = bottomOf(items, box.y);
    const height = box.y + box.height - y - (rows.length - 1 - index) * LEAST_ROW_HEIGHT;
    items.push(...textBlock(text, { ...box, y, height }, style));
  });
  return items;
}

/**
 * Sets the recipient's name and address into a box of at least `LEAST_ADDRESS_HEIGHT`, top down. All
 * rows shrink together until they fit; at the smallest size a long name or street is cut, and never
 * pushes the postal code out. `largest` is the share of the label's full size to begin with.
 */
export function addressBlock(party: LabelParty, box: Box, largest = LARGEST_SCALE): TextItem[] {
  const endless = { ...box, height: Number.MAX_SAFE_INTEGER };
  for (const scale of SCALES.filter((share) => share <= largest)) {
    const items = stack(rowsOf(party, box.width, scale), endless);
    if (bottomOf(items, box.y) <= box.y + box.height) return items;
  }
  return stack(rowsOf(party, box.width, 0), box);
}
