import { fillText, REGIONAL_LOCALE, type Locale } from '@portage/contract/locale';
import { code128Modules } from '../drawing/barcodes.ts';
import {
  LABEL_SIZE,
  type PageLayout,
  type LayoutItem,
  type PictureItem,
} from '../drawing/layout-items.ts';
import { box, GAP, LEFT, logoSize, RIGHT, rule, WIDTH } from '../drawing/page-grid.ts';
import { bottomOf, textBlock } from '../drawing/text-block.ts';
import { addressBlock, LEAST_ADDRESS_HEIGHT } from '../labels/address-block.ts';
import {
  type PackingSlipContent,
  type PackingSlipItem,
  slipWords,
} from './packing-slip-content.ts';

/** Dots. */
const TOP = 20;

const FOOT_TOP = 1100;

/** 8 mm high, at most two thirds of the page wide. */
const BARS = { y: FOOT_TOP + 16, height: 64, most: 590, widestModule: 3, quietZone: 10 } as const;
const LAST_LINE = { y: BARS.y + BARS.height + 2, height: 32 } as const;

/** Matches the slip with its parcel. */
function pageFoot(
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
    rule(FOOT_TOP),
    { kind: 'code128', box: box(x, BARS.y, width, BARS.height), data: trackingNumber, module },
    ...textBlock(trackingNumber, box(x, LAST_LINE.y, width, LAST_LINE.height), {
      size: 26,
      weight: 'bold',
      align: 'center',
    }),
    ...textBlock(
      fillText(slipWords.page[language], { ordinal, count: pageCount }),
      box(RIGHT - pageWidth, LAST_LINE.y, pageWidth, LAST_LINE.height),
      { size: 24, smallestSize: 18, align: 'right' },
    ),
  ];
}

const CAPTION = { size: 18 } as const;
const CAPTION_HEIGHT = 22;
const TITLE_WIDTH = 300;
const LOGO = { width: 420, height: 88 } as const;
const LEAST_WIDTH_BESIDE = 260;
const REFERENCE_WIDTH = 264;
const CELL_GAP = 16;
/** Read by the packer, not from afar. */
const SHARE_OF_LABEL = 0.6;
/** Allows second lines for name and street. */
const ADDRESS_HEIGHT = LEAST_ADDRESS_HEIGHT + 90;

function inTheMiddle(logo: PictureItem): PictureItem {
  const y = TOP + Math.floor((LOGO.height - logo.box.height) / 2);
  return { ...logo, box: { ...logo.box, y } };
}

/** Beside a narrow logo, below a wide one. */
function senderBlock({ sender, logo }: PackingSlipContent, width: number): LayoutItem[] {
  const large = { size: 44, smallestSize: 28, mostLines: 2, weight: 'bold' } as const;
  if (!logo) return textBlock(sender, box(LEFT, TOP, width, 112), large);
  const { width: logoWidth, height } = logoSize(logo, LOGO);
  const picture: PictureItem = {
    kind: 'picture',
    box: box(LEFT, TOP, logoWidth, height),
    picture: logo,
  };
  const x = LEFT + picture.box.width + GAP;
  const beside = LEFT + width - x;
  if (beside >= LEAST_WIDTH_BESIDE) {
    const place = box(x, TOP, beside, LOGO.height);
    return [inTheMiddle(picture), ...textBlock(sender, place, { ...large, centered: true })];
  }
  const place = box(LEFT, bottomOf([picture], TOP) + 8, width, 52);
  return [picture, ...textBlock(sender, place, { ...large, size: 28, smallestSize: 22 })];
}

function brandBand(content: PackingSlipContent): LayoutItem[] {
  const title = slipWords.title[content.language];
  return [
    ...senderBlock(content, WIDTH - TITLE_WIDTH - GAP),
    ...textBlock(title, box(RIGHT - TITLE_WIDTH, TOP, TITLE_WIDTH, 88), {
      size: 36,
      smallestSize: 30,
      mostLines: 2,
      weight: 'bold',
      align: 'right',
    }),
  ];
}

/** Nothing without a value. */
function captioned(
  caption: string,
  value: string | undefined,
  at: { readonly x: number; readonly y: number; readonly width: number },
  size: number,
): LayoutItem[] {
  if (!value) return [];
  const { x, y, width } = at;
  return [
    ...textBlock(caption, box(x, y, width, CAPTION_HEIGHT), { ...CAPTION, smallestSize: 14 }),
    ...textBlock(value, box(x, y + CAPTION_HEIGHT, width, 2 * size * 1.2), {
      size,
      smallestSize: 20,
      mostLines: 2,
      weight: 'bold',
    }),
  ];
}

function orderBand(content: PackingSlipContent, top: number): LayoutItem[] {
  const { language } = content;
  const width = WIDTH - REFERENCE_WIDTH - GAP;
  const x = RIGHT - REFERENCE_WIDTH;
  const reference = captioned(
    slipWords.reference[language],
    content.reference,
    { x, y: top, width: REFERENCE_WIDTH },
    44,
  );
  const shopOrder = slipWords.shopOrder[language];
  const below = reference.length > 0 ? bottomOf(reference, top) + 10 : top;
  return [
    ...textBlock(slipWords.to[language], box(LEFT, top, width, CAPTION_HEIGHT), CAPTION),
    ...addressBlock(
      content.to,
      box(LEFT, top + CAPTION_HEIGHT, width, ADDRESS_HEIGHT),
      SHARE_OF_LABEL,
    ),
    ...reference,
    ...captioned(shopOrder, content.shopOrder, { x, y: below, width: REFERENCE_WIDTH }, 28),
  ];
}

function factsBand(content: PackingSlipContent, top: number): LayoutItem[] {
  const { placed, service, promise, packageCount, language } = content;
  const delivery = promise && [promise.day, promise.hours].filter(Boolean).join(', ');
  const cells = [
    { caption: slipWords.placed[language], value: placed, width: 168 },
    { caption: slipWords.service[language], value: service, width: 148 },
    { caption: slipWords.delivery[language], value: delivery, width: 300 },
    { caption: slipWords.packages[language], value: String(packageCount), width: 100 },
  ];
  let x = LEFT;
  return cells.flatMap(({ caption, value, width }) => {
    const cell = captioned(caption, value, { x, y: top, width }, 26);
    x += width + CELL_GAP;
    return cell;
  });
}

function firstHead(content: PackingSlipContent): LayoutItem[] {
  const { language } = content;
  const brand = brandBand(content);
  const brandEnd = bottomOf(brand, TOP) + 8;
  const order = orderBand(content, brandEnd + 14);
  const orderEnd = bottomOf(order, brandEnd) + 12;
  const facts = factsBand(content, orderEnd + 10);
  const factsEnd = bottomOf(facts, orderEnd) + 12;
  const notes = content.notes
    ? textBlock(`${slipWords.notes[language]} ${content.notes}`, box(LEFT, factsEnd, WIDTH, 128), {
        size: 26,
        smallestSize: 24,
        mostLines: 4,
      })
    : [];
  return [...brand, rule(brandEnd), ...order, rule(orderEnd, 2), ...facts, ...notes];
}

function laterHead({ sender, to, reference, language }: PackingSlipContent): LayoutItem[] {
  const width = WIDTH - REFERENCE_WIDTH - GAP;
  const slipFor = fillText(slipWords.slipFor[language], { name: to.name });
  return [
    ...textBlock(sender, box(LEFT, TOP, width, 34), {
      size: 28,
      smallestSize: 20,
      weight: 'bold',
    }),
    ...textBlock(slipFor, box(LEFT, TOP + 36, width, 30), { size: 24, smallestSize: 20 }),
    ...textBlock(reference ?? '', box(RIGHT - REFERENCE_WIDTH, TOP, REFERENCE_WIDTH, 66), {
      size: 36,
      smallestSize: 20,
      mostLines: 2,
      weight: 'bold',
      align: 'right',
    }),
  ];
}

interface TableTops {
  readonly onFirstPage: number;
  readonly onLaterPages: number;
}

interface ItemRows {
  readonly rows: readonly (readonly LayoutItem[])[];
  readonly first: number;
}

const BAR_HEIGHT = 40;
const ROW_GAP = 6;
const PADDING = 12;
const ITEM_LEFT = LEFT + PADDING;
const QUANTITY_WIDTH = 130;
const QUANTITY_HEIGHT = 52;
const QUANTITY_LEFT = RIGHT - PADDING - QUANTITY_WIDTH;
const ITEM_WIDTH = QUANTITY_LEFT - GAP - ITEM_LEFT;
const TOTAL_HEIGHT = 64;
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

/** Stacks details that do not fit on one line. */
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

function itemText({ name, details }: PackingSlipItem, y: number): LayoutItem[] {
  const lines = textBlock(name, box(ITEM_LEFT, y, ITEM_WIDTH, 110), {
    size: 30,
    smallestSize: 26,
    mostLines: 3,
  });
  return [...lines, ...itemDetails(details, bottomOf(lines, y))];
}

/** At least as high as its quantity. */
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

/** The last page keeps room for the total. */
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

function itemsBar(text: string, top: number, language: Locale): LayoutItem[] {
  const ground = box(LEFT, top, WIDTH, BAR_HEIGHT);
  const white = { size: 24, weight: 'bold', reversed: true, centered: true } as const;
  const quantity = slipWords.quantity[language];
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
    ...textBlock(slipWords.pieces[language], box(ITEM_LEFT, top, ITEM_WIDTH, height), {
      size: 30,
      weight: 'bold',
      centered: true,
    }),
    ...quantityAt(top, height, pieces, language),
  ];
}

/** French counts zero in the singular. */
function itemCount(count: number, language: Locale): string {
  const isSingular = count === 1 || (language === 'fr' && count === 0);
  return fillText(slipWords[isSingular ? 'item' : 'items'][language], { count });
}

function someItems(first: number, last: number, count: number, language: Locale): string {
  const words = slipWords[first === last ? 'itemOf' : 'itemsOf'];
  return fillText(words[language], { first, last, count });
}

function noItems(top: number, language: Locale): LayoutItem[] {
  const y = top + BAR_HEIGHT + 2 * ROW_GAP;
  return [
    ...itemsBar(itemCount(0, language), top, language),
    ...textBlock(slipWords.noItems[language], box(ITEM_LEFT, y, WIDTH - 2 * PADDING, 36), {
      size: 28,
    }),
  ];
}

/** Puts the total below the last page. */
function itemPages(content: PackingSlipContent, tops: TableTops): LayoutItem[][] {
  const { items, language } = content;
  if (items.length === 0) return [noItems(tops.onFirstPage, language)];
  const pages = spreadRows(content, tops);
  return pages.map(({ rows, first }, index) => {
    const top = index === 0 ? tops.onFirstPage : tops.onLaterPages;
    const caption =
      pages.length === 1
        ? itemCount(items.length, language)
        : someItems(first + 1, first + rows.length, items.length, language);
    const table = [...itemsBar(caption, top, language), ...rows.flat()];
    const isLast = index === pages.length - 1;
    return isLast ? [...table, ...totalRow(content, bottomOf(table, top))] : table;
  });
}

/** 4 × 6 inches. */
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
