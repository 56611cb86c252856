import { LABEL_SIZE, type PageLayout, type LayoutItem } from '../drawing/layout-items.ts';
import { bottomOf, textBlock } from '../drawing/text-block.ts';
import type { PackingSlipContent, PackingSlipItem } from './packing-slip-content.ts';
import { firstHead, laterHead } from './slip-head.ts';
import { GAP, pageFoot, TOP, box, FOOT_TOP, LEFT, RIGHT, rule, WIDTH } from './slip-page.ts';
import { REGIONAL_LOCALE, type Locale } from '@portage/contract/locale';
import { packingSlipWords } from './packing-slip-words.ts';

/** Where the table of items begins. */
interface TableTops {
  readonly onFirstPage: number;
  readonly onLaterPages: number;
}

/** The rows of one page. */
interface ItemRows {
  readonly rows: readonly (readonly LayoutItem[])[];
  /** The first item of the page, counted from 0. */
  readonly first: number;
}

const BAR_HEIGHT = 40;
const ROW_GAP = 6;
/** Texts of the table stand off its edges. */
const PADDING = 12;
const ITEM_LEFT = LEFT + PADDING;
const QUANTITY_WIDTH = 130;
const QUANTITY_HEIGHT = 52;
const QUANTITY_LEFT = RIGHT - PADDING - QUANTITY_WIDTH;
const ITEM_WIDTH = QUANTITY_LEFT - GAP - ITEM_LEFT;
const TOTAL_HEIGHT = 64;
/** Rows of items end above this. */
const BOTTOM = FOOT_TOP - ROW_GAP;

const numbers = {
  en: new Intl.NumberFormat(REGIONAL_LOCALE.en),
  fr: new Intl.NumberFormat(REGIONAL_LOCALE.fr),
} as const satisfies Record<Locale, Intl.NumberFormat>;

function quantityAt(y: number, height: number, quantity: number, language: Locale): LayoutItem[] {
  return textBlock(
    numbers[language].format(quantity),
    box(QUANTITY_LEFT, y, QUANTITY_WIDTH, height),
    { size: 44, smallestSize: 24, weight: 'bold', align: 'right', centered: true },
  );
}

/** What tells an item from others: side by side on a line, or one below the other, so that none hides another. */
function itemDetails(details: readonly string[], top: number): LayoutItem[] {
  const at = (y: number) => box(ITEM_LEFT, y, ITEM_WIDTH, 84);
  const style = { size: 24, smallestSize: 20, mostLines: 3 } as const;
  const together = textBlock(details.join(' · '), at(top), style);
  if (together.every(({ lines }) => lines.length === 1)) return together;
  return details.reduce<LayoutItem[]>(
    (above, detail) => [...above, ...textBlock(detail, at(bottomOf(above, top)), style)],
    [],
  );
}

/** What an item is called, and below it what tells it from others. */
function itemText({ name, details }: PackingSlipItem, y: number): LayoutItem[] {
  const lines = textBlock(name, box(ITEM_LEFT, y, ITEM_WIDTH, 110), {
    size: 30,
    smallestSize: 26,
    mostLines: 3,
  });
  return [...lines, ...itemDetails(details, bottomOf(lines, y))];
}

/** An item from a place downwards, with a line below it; a quantity is higher than a name alone. */
function itemRow(item: PackingSlipItem, top: number, language: Locale): LayoutItem[] {
  const y = top + ROW_GAP;
  const text = itemText(item, y);
  const missing = QUANTITY_HEIGHT - (bottomOf(text, y) - y);
  const centered = missing > 0 ? itemText(item, y + Math.floor(missing / 2)) : text;
  const height = Math.max(QUANTITY_HEIGHT, bottomOf(text, y) - y);
  return [
    ...centered,
    ...quantityAt(y, height, item.quantity, language),
    rule(y + height + ROW_GAP, 2),
  ];
}

/** Spreads rows over pages; the last page has room for the total below them. */
function spreadRows({ items, language }: PackingSlipContent, tops: TableTops): ItemRows[] {
  const pages: ItemRows[] = [];
  let rows: LayoutItem[][] = [];
  let y = tops.onFirstPage + BAR_HEIGHT;
  items.forEach((item, index) => {
    const bottom = index === items.length - 1 ? BOTTOM - TOTAL_HEIGHT : BOTTOM;
    let row = itemRow(item, y, language);
    if (rows.length > 0 && bottomOf(row, y) > bottom) {
      pages.push({ rows, first: index - rows.length });
      rows = [];
      row = itemRow(item, tops.onLaterPages + BAR_HEIGHT, language);
    }
    rows.push(row);
    y = bottomOf(row, 0);
  });
  return [...pages, { rows, first: items.length - rows.length }];
}

/** The bar over the items of a page: which they are, and that the numbers are quantities. */
function itemsBar(text: string, top: number, language: Locale): LayoutItem[] {
  const ground = box(LEFT, top, WIDTH, BAR_HEIGHT);
  const white = { size: 24, weight: 'bold', reversed: true, centered: true } as const;
  const quantity = packingSlipWords[language].quantity;
  return [
    { kind: 'fill', box: ground },
    ...textBlock(text, box(ITEM_LEFT, top, ITEM_WIDTH, BAR_HEIGHT), white),
    ...textBlock(quantity, box(QUANTITY_LEFT, top, QUANTITY_WIDTH, BAR_HEIGHT), {
      ...white,
      align: 'right',
    }),
  ];
}

function totalRow({ items, language }: PackingSlipContent, top: number): LayoutItem[] {
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const height = TOTAL_HEIGHT - ROW_GAP;
  return [
    ...textBlock(packingSlipWords[language].pieces, box(ITEM_LEFT, top, ITEM_WIDTH, height), {
      size: 30,
      weight: 'bold',
      centered: true,
    }),
    ...quantityAt(top, height, pieces, language),
  ];
}

/** What stands in place of the items of an order that names none. */
function noItems(top: number, language: Locale): LayoutItem[] {
  const words = packingSlipWords[language];
  const y = top + BAR_HEIGHT + 2 * ROW_GAP;
  return [
    ...itemsBar(words.items(0), top, language),
    ...textBlock(words.noItems, box(ITEM_LEFT, y, WIDTH - 2 * PADDING, 36), { size: 28 }),
  ];
}

/**
 * Lays out the items of an order as a table, in as many pages as they take: each item once and whole,
 * the total below the last.
 */
function itemPages(content: PackingSlipContent, tops: TableTops): LayoutItem[][] {
  const { items, language } = content;
  const words = packingSlipWords[language];
  if (items.length === 0) return [noItems(tops.onFirstPage, language)];
  const pages = spreadRows(content, tops);
  return pages.map(({ rows, first }, index) => {
    const top = index === 0 ? tops.onFirstPage : tops.onLaterPages;
    const caption =
      pages.length === 1
        ? words.items(items.length)
        : words.someItems(first + 1, first + rows.length, items.length);
    const table = [...itemsBar(caption, top, language), ...rows.flat()];
    const isLast = index === pages.length - 1;
    return isLast ? [...table, ...totalRow(content, bottomOf(table, top))] : table;
  });
}

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
