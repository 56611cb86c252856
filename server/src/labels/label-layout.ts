import { code128Modules, QR_QUIET_ZONE, qrSideAtMost } from '../drawing/barcodes.ts';
import {
  LABEL_SIZE,
  type Box,
  type LayoutItem,
  type PageLayout,
  type Picture,
  type PictureItem,
} from '../drawing/layout-items.ts';
import { box, GAP, LEFT, logoSize, RIGHT, rule, WIDTH } from '../drawing/page-grid.ts';
import {
  bottomOf,
  measuredBlock,
  textBlock,
  measureText,
  widthInEms,
} from '../drawing/text-block.ts';
import { addressBlock, leastAddressHeight } from './address-block.ts';
import { type LabelContent, labelWords } from './label-content.ts';

const BOLD = { weight: 'bold', resident: true } as const;
const SIZE = 32;
const PADDING = 16;
const ROW_HEIGHT = 44;
const MARK_GAP = 6;

interface PlacedMark {
  readonly mark: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

interface MarkRows {
  readonly placed: readonly PlacedMark[];
  readonly height: number;
}

function placeMarks(marks: readonly string[], rowWidth: number): MarkRows {
  const placed: PlacedMark[] = [];
  let x = 0;
  let y = 0;
  for (const mark of marks) {
    const width = Math.ceil(widthInEms(mark, BOLD) * SIZE) + 2 * PADDING;
    if (x > 0 && x + width > rowWidth) {
      x = 0;
      y += ROW_HEIGHT + MARK_GAP;
    }
    placed.push({ mark, x, y, width });
    x += width + MARK_GAP;
  }
  return { placed, height: placed.length === 0 ? 0 : y + ROW_HEIGHT };
}

function drawMarks({ placed }: MarkRows, { x: left, y: top }: Pick<Box, 'x' | 'y'>) {
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

/** Dots from top to bottom; sorting and service are largest. */
const BAND = {
  sender: { y: 20, height: 122 },
  service: { y: 150, height: 100 },
  sorting: { y: 254, height: 208 },
  recipient: { y: 474, height: 404 },
  barcode: { y: 900, height: 256 },
  bottomLine: { y: 1166, height: 38 },
} as const;

function placeLogo(logo: Picture): PictureItem {
  const { y, height } = BAND.sender;
  const size = logoSize(logo, { width: 180, height });
  const top = y + Math.floor((height - size.height) / 2);
  return { kind: 'picture', box: { x: LEFT, y: top, ...size }, picture: logo };
}

/** Right of the sender. */
const COLUMN = 200;
const inColumn = (below: number, rowHeight: number) =>
  box(RIGHT - COLUMN, BAND.sender.y + below, COLUMN, rowHeight);
const PORTAGE = textBlock('PORTAGE', inColumn(0, 40), { size: 34, weight: 'bold', align: 'right' });

function senderBand({ from, logo, version, language }: LabelContent): LayoutItem[] {
  const { y } = BAND.sender;
  const picture = logo && placeLogo(logo);
  const x = picture ? picture.box.x + picture.box.width + GAP : LEFT;
  const left = (below: number, rowHeight: number) =>
    box(x, y + below, RIGHT - COLUMN - GAP - x, rowHeight);
  const size = { address: 22, smallest: 18 } as const;
  const street = textBlock([from.street, from.unit].filter(Boolean).join(', '), left(56, 44), {
    size: size.address,
    smallestSize: size.smallest,
    mostLines: 2,
  });
  const city = [`${from.city} ${from.region}`, from.country].filter(Boolean).join(', ');
  const caption = `${version > 1 ? `v${version} · ` : ''}${labelWords.package[language]}`;
  return [
    ...(picture ? [picture] : []),
    ...textBlock(labelWords.from[language], left(0, 22), { size: 18 }),
    ...textBlock(from.name, left(22, 34), { size: 28, smallestSize: 20, weight: 'bold' }),
    ...street,
    ...textBlock(city, left(bottomOf(street, y + 56) - y, 28), {
      size: street[0]?.size ?? size.address,
      smallestSize: size.smallest,
    }),
    ...PORTAGE,
    ...textBlock(caption, inColumn(42, 22), { size: 18, align: 'right' }),
  ];
}

function packageBlock({ ordinal, packageCount }: LabelContent): LayoutItem[] {
  return textBlock(`${ordinal} / ${packageCount}`, inColumn(66, 56), {
    size: 60,
    smallestSize: 40,
    weight: 'bold',
    align: 'right',
    centered: true,
  });
}

/** The service takes the width that the promise leaves. */
function serviceBand({ service, promise }: LabelContent): LayoutItem[] {
  const { y, height } = BAND.service;
  const white = { weight: 'bold', reversed: true, centered: true } as const;
  const day = measureText(promise?.day ?? '', 'bold');
  const hours = measureText(promise?.hours ?? '', 'bold');
  const size = { day: 34, hours: 42, smallest: 22 } as const;
  const needed = Math.ceil(Math.max(day.width * size.day, hours.width * size.hours));
  const width = Math.min(300, needed);
  const right = (below: number, rowHeight: number) =>
    box(RIGHT - GAP - width, y + below, width, rowHeight);
  const promised = { ...white, align: 'right', smallestSize: size.smallest } as const;
  const serviceWidth = WIDTH - 2 * GAP - (promise ? width + GAP : 0);
  return [
    { kind: 'fill', box: box(LEFT, y, WIDTH, height) },
    ...textBlock(service, box(LEFT + GAP, y, serviceWidth, height), {
      ...white,
      size: 76,
      smallestSize: 30,
    }),
    ...measuredBlock(day, hours.text ? right(8, 38) : right(0, height), {
      ...promised,
      size: size.day,
    }),
    ...measuredBlock(hours, right(46, 50), { ...promised, size: size.hours }),
  ];
}

function sortingBand({ sortCode, link }: LabelContent): LayoutItem[] {
  const { y, height: side } = BAND.sorting;
  const module = Math.floor(side / (qrSideAtMost(link) + 2 * QR_QUIET_ZONE));
  // The QR code's quiet zone reaches into the blank margin.
  const x = RIGHT + QR_QUIET_ZONE * module - side;
  return [
    ...textBlock(sortCode, box(LEFT, y, x - LEFT - GAP, side), {
      size: 170,
      smallestSize: 40,
      weight: 'bold',
      centered: true,
    }),
    { kind: 'qr', box: box(x, y, side, side), data: link, module },
    rule(y + side + 2),
  ];
}

function recipientBand({ to, marks, notes, language }: LabelContent): LayoutItem[] {
  const { y, height } = BAND.recipient;
  const bottom = y + height;
  const gap = 10;
  const rows = placeMarks(marks, WIDTH);
  const caption = textBlock(labelWords.to[language], box(LEFT, y, WIDTH, 22), { size: 18 });
  const addressTop = bottomOf(caption, y);
  const aboveMarks = bottom - addressTop - rows.height - gap;
  const twoLinesOfNotes = notes ? 80 : 0;
  const roomHeight = Math.max(leastAddressHeight(to), aboveMarks - twoLinesOfNotes);
  const address = addressBlock(to, box(LEFT, addressTop, WIDTH, roomHeight));
  const marksTop = bottomOf(address, addressTop) + gap;
  const notesTop = rows.height === 0 ? marksTop : marksTop + rows.height + gap;
  return [
    ...caption,
    ...address,
    ...drawMarks(rows, { x: LEFT, y: marksTop }),
    ...textBlock(
      notes && notesTop + 30 <= bottom ? `${labelWords.notes[language]} ${notes}` : '',
      box(LEFT, notesTop, WIDTH, bottom - notesTop),
      { size: 28, smallestSize: 24, mostLines: 4 },
    ),
  ];
}

function barcodeBand({ trackingNumber, reference, language }: LabelContent): LayoutItem[] {
  const { y, height } = BAND.barcode;
  const bottom = BAND.bottomLine;
  const quietZone = 10;
  const widestModule = 4;
  const modules = code128Modules(trackingNumber);
  const module = Math.min(widestModule, Math.floor(LABEL_SIZE.width / (modules + 2 * quietZone)));
  const width = modules * module;
  const x = Math.floor((LABEL_SIZE.width - width) / 2);
  const numberWidth = 364;
  const rest = WIDTH - numberWidth - GAP;
  return [
    rule(y - 14),
    { kind: 'code128', box: box(x, y, width, height), data: trackingNumber, module },
    ...textBlock(trackingNumber, box(LEFT, bottom.y, numberWidth, bottom.height), {
      size: 32,
      smallestSize: 20,
      weight: 'bold',
      centered: true,
    }),
    ...textBlock(
      reference ? `${labelWords.reference[language]} ${reference}` : '',
      box(RIGHT - rest, bottom.y, rest, bottom.height),
      { size: 28, smallestSize: 20, align: 'right', centered: true },
    ),
  ];
}

/** Shared by all packages of an order. */
interface CommonBands {
  readonly sender: readonly LayoutItem[];
  readonly middle: readonly LayoutItem[];
}

function commonBands(content: LabelContent): CommonBands {
  return {
    sender: senderBand(content),
    middle: [...serviceBand(content), ...sortingBand(content), ...recipientBand(content)],
  };
}

const labelPage = (content: LabelContent, { sender, middle }: CommonBands): PageLayout => ({
  ...LABEL_SIZE,
  items: [...sender, ...packageBlock(content), ...middle, ...barcodeBand(content)],
});

export function layOutLabel(content: LabelContent): PageLayout {
  return labelPage(content, commonBands(content));
}

export function layOutLabels([first, ...others]: readonly LabelContent[]): PageLayout[] {
  if (!first) return [];
  const common = commonBands(first);
  return [first, ...others].map((content) => labelPage(content, common));
}
