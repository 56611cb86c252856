import type { LabelParty } from './label-content.ts';
import type { Box, TextItem } from './layout-items.ts';
import { LINE_HEIGHT } from './fit-text.ts';
import { toPrintable } from './printable-text.ts';
import { bottomOf, textBlock, type TextStyle } from './text-block.ts';
import { widthInEms } from './text-metrics.ts';

/** A row of an address and how it is set. */
interface Row {
  readonly text: string;
  readonly style: Required<Pick<TextStyle, 'size' | 'smallestSize' | 'mostLines' | 'weight'>>;
}

/** The sizes of an address, from its largest to the smallest that may still be read. */
export interface AddressSizes {
  readonly name: number;
  readonly street: number;
  readonly city: number;
  readonly smallest: number;
  /** Lines the name and the street may each take. */
  readonly mostLines: number;
}

/** Joins two texts when a line holds both; otherwise each has its own row, and neither is cut for the other. */
function joinedOrStacked(
  [first, second]: readonly [string, string],
  separator: string,
  width: number,
  style: Row['style'],
): Row[] {
  if (second === '') return [{ text: first, style }];
  const joined = `${first}${separator}${second}`;
  const fits = widthInEms(toPrintable(joined), style.weight) * style.smallestSize <= width;
  return fits
    ? [{ text: joined, style: { ...style, mostLines: 1 } }]
    : [
        { text: first, style },
        { text: second, style: { ...style, mostLines: 1 } },
      ];
}

function rowsOf(party: LabelParty, width: number, sizes: AddressSizes): Row[] {
  const { smallest: smallestSize, mostLines } = sizes;
  const street: Row['style'] = { size: sizes.street, smallestSize, mostLines, weight: 'regular' };
  const city: Row['style'] = { size: sizes.city, smallestSize, mostLines: 1, weight: 'bold' };
  return [
    { text: party.name, style: { size: sizes.name, smallestSize, mostLines, weight: 'bold' } },
    ...joinedOrStacked([party.street, party.unit ?? ''], ', ', width, street),
    ...joinedOrStacked([party.city, party.region], ' ', width, city),
    ...(party.country ? [{ text: party.country, style: { ...city, size: smallestSize } }] : []),
  ];
}

/**
 * Sets a name and address into a box, top down. Each row leaves those below it the height of a line
 * at the smallest size, so that a long name or street never pushes the postal code out.
 */
export function addressBlock(party: LabelParty, box: Box, sizes: AddressSizes): TextItem[] {
  const rows = rowsOf(party, box.width, sizes);
  const rowAtLeast = Math.ceil(sizes.smallest * LINE_HEIGHT);
  const items: TextItem[] = [];
  rows.forEach(({ text, style }, index) => {
    const y = bottomOf(items, box.y);
    const height = box.y + box.height - y - (rows.length - 1 - index) * rowAtLeast;
    items.push(...textBlock(text, { ...box, y, height }, style));
  });
  return items;
}
