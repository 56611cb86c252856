import type { LayoutItem, Picture, PictureItem } from '../drawing/layout-items.ts';
import { bottomOf, textBlock } from '../drawing/text-block.ts';
import { addressBlock, LEAST_ADDRESS_HEIGHT } from '../labels/address-block.ts';
import type { PackingSlipContent } from './packing-slip-content.ts';
import { packingSlipWords } from './packing-slip-words.ts';
import { box, GAP, LEFT, RIGHT, rule, TOP, WIDTH } from './slip-page.ts';

const CAPTION = { size: 18 } as const;
const CAPTION_HEIGHT = 22;
const TITLE_WIDTH = 300;
const LOGO = { width: 420, height: 88 } as const;
/** A name takes up no less room than this beside a logo. */
const LEAST_WIDTH_BESIDE = 260;
const REFERENCE_WIDTH = 264;
const CELL_GAP = 16;
/** A recipient is read by whoever packs, close by: smaller than on a label, where a driver does. */
const SHARE_OF_LABEL = 0.6;
/** A long name and a long street may have a second line each. */
const ADDRESS_HEIGHT = LEAST_ADDRESS_HEIGHT + 90;

/** A logo at the left margin, no larger than `LOGO`; a small one is enlarged to twice its dots at most. */
function placeLogo(picture: Picture): PictureItem {
  const { width, height } = picture;
  const scale = Math.min(LOGO.width / width, LOGO.height / height, 2);
  const place = box(LEFT, TOP, Math.ceil(width * scale), Math.ceil(height * scale));
  return { kind: 'picture', box: place, picture };
}

/** A logo that is lower than others, in the middle of their height. */
function inTheMiddle(logo: PictureItem): PictureItem {
  const y = TOP + Math.floor((LOGO.height - logo.box.height) / 2);
  return { ...logo, box: { ...logo.box, y } };
}

/** The logo and the name of who sends: the name beside a narrow logo, below a wide one. */
function senderBlock({ sender, logo }: PackingSlipContent, width: number): LayoutItem[] {
  const large = { size: 44, smallestSize: 28, mostLines: 2, weight: 'bold' } as const;
  if (!logo) return textBlock(sender, box(LEFT, TOP, width, 112), large);
  const picture = placeLogo(logo);
  const x = LEFT + picture.box.width + GAP;
  const beside = LEFT + width - x;
  if (beside >= LEAST_WIDTH_BESIDE) {
    const place = box(x, TOP, beside, LOGO.height);
    return [inTheMiddle(picture), ...textBlock(sender, place, { ...large, centered: true })];
  }
  const place = box(LEFT, bottomOf([picture], TOP) + 8, width, 52);
  return [picture, ...textBlock(sender, place, { ...large, size: 28, smallestSize: 22 })];
}

/** Who sends, and what this paper is. */
function brandBand(content: PackingSlipContent): LayoutItem[] {
  const title = packingSlipWords[content.language].title;
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

/** A caption and what it is of, from a place downwards; nothing when there is nothing to say. */
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

/** Who receives, and the numbers by which the merchant and the shop know the order. */
function orderBand(content: PackingSlipContent, top: number): LayoutItem[] {
  const words = packingSlipWords[content.language];
  const width = WIDTH - REFERENCE_WIDTH - GAP;
  const x = RIGHT - REFERENCE_WIDTH;
  const reference = captioned(
    words.reference,
    content.reference,
    { x, y: top, width: REFERENCE_WIDTH },
    44,
  );
  const below = reference.length > 0 ? bottomOf(reference, top) + 10 : top;
  return [
    ...textBlock(words.to, box(LEFT, top, width, CAPTION_HEIGHT), CAPTION),
    ...addressBlock(
      content.to,
      box(LEFT, top + CAPTION_HEIGHT, width, ADDRESS_HEIGHT),
      SHARE_OF_LABEL,
    ),
    ...reference,
    ...captioned(words.shopOrder, content.shopOrder, { x, y: below, width: REFERENCE_WIDTH }, 28),
  ];
}

/** When it was ordered, how it travels and in how many packages, side by side. */
function factsBand(content: PackingSlipContent, top: number): LayoutItem[] {
  const { placed, service, promise, packageCount, language } = content;
  const words = packingSlipWords[language];
  const delivery = promise && [promise.day, promise.hours].filter(Boolean).join(', ');
  const cells = [
    { caption: words.placed, value: placed, width: 168 },
    { caption: words.service, value: service, width: 148 },
    { caption: words.delivery, value: delivery, width: 300 },
    { caption: words.packages, value: String(packageCount), width: 100 },
  ];
  let x = LEFT;
  return cells.flatMap(({ caption, value, width }) => {
    const cell = captioned(caption, value, { x, y: top, width }, 26);
    x += width + CELL_GAP;
    return cell;
  });
}

/** The head of the first page: all that is said of the order itself. */
export function firstHead(content: PackingSlipContent): LayoutItem[] {
  const words = packingSlipWords[content.language];
  const brand = brandBand(content);
  const brandEnd = bottomOf(brand, TOP) + 8;
  const order = orderBand(content, brandEnd + 14);
  const orderEnd = bottomOf(order, brandEnd) + 12;
  const facts = factsBand(content, orderEnd + 10);
  const factsEnd = bottomOf(facts, orderEnd) + 12;
  const notes = content.notes
    ? textBlock(`${words.notes} ${content.notes}`, box(LEFT, factsEnd, WIDTH, 128), {
        size: 26,
        smallestSize: 24,
        mostLines: 4,
      })
    : [];
  return [...brand, rule(brandEnd, 4), ...order, rule(orderEnd, 2), ...facts, ...notes];
}

/** The head of the pages that follow: which order they belong to. */
export function laterHead({ sender, to, reference, language }: PackingSlipContent): LayoutItem[] {
  const width = WIDTH - REFERENCE_WIDTH - GAP;
  const words = packingSlipWords[language];
  return [
    ...textBlock(sender, box(LEFT, TOP, width, 34), {
      size: 28,
      smallestSize: 20,
      weight: 'bold',
    }),
    ...textBlock(`${words.slipFor} ${to.name}`, box(LEFT, TOP + 36, width, 30), {
      size: 24,
      smallestSize: 20,
    }),
    ...textBlock(reference ?? '', box(RIGHT - REFERENCE_WIDTH, TOP, REFERENCE_WIDTH, 66), {
      size: 36,
      smallestSize: 20,
      mostLines: 2,
      weight: 'bold',
      align: 'right',
    }),
  ];
}
