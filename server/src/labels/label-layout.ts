import { addressBlock, leastAddressHeight } from './address-block.ts';
import { code128Modules } from '../drawing/code128.ts';
import type { LabelContent } from './label-content.ts';
import { labelWords } from './label-words.ts';
import {
  LABEL_SIZE,
  type Box,
  type LayoutItem,
  type PageLayout,
  type Picture,
  type PictureItem,
} from '../drawing/layout-items.ts';
import { drawMarks, placeMarks } from './mark-rows.ts';
import { QR_QUIET_ZONE, qrSideAtMost } from '../drawing/qr-code.ts';
import { bottomOf, measuredBlock, textBlock } from '../drawing/text-block.ts';
import { measureText } from '../drawing/text-metrics.ts';

const LEFT = 24;
const WIDTH = LABEL_SIZE.width - 2 * LEFT;
const RIGHT = LEFT + WIDTH;
const GAP = 20;

/** The bands of the label from top to bottom, in dots. The largest type is for sorting and service. */
const BAND = {
  sender: { y: 20, height: 122 },
  service: { y: 150, height: 100 },
  sorting: { y: 254, height: 208 },
  recipient: { y: 474, height: 404 },
  barcode: { y: 900, height: 256 },
  bottomLine: { y: 1166, height: 38 },
} as const;

const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });
const rule = (y: number): LayoutItem => ({ kind: 'fill', box: box(LEFT, y, WIDTH, 4) });

/** At the left of the sender, in its own proportions and never coarsely enlarged. */
function placeLogo(logo: Picture): PictureItem {
  const { y, height } = BAND.sender;
  const widest = 180;
  const scale = Math.min(widest / logo.width, height / logo.height, 2);
  const size = { width: Math.ceil(logo.width * scale), height: Math.ceil(logo.height * scale) };
  const top = y + Math.floor((height - size.height) / 2);
  return { kind: 'picture', box: { x: LEFT, y: top, ...size }, picture: logo };
}

/** The column at the right of the sender. */
const COLUMN = 200;
const inColumn = (below: number, rowHeight: number) =>
  box(RIGHT - COLUMN, BAND.sender.y + below, COLUMN, rowHeight);
const PORTAGE = textBlock('PORTAGE', inColumn(0, 40), { size: 34, weight: 'bold', align: 'right' });

function senderBand({ from, logo, version, language }: LabelContent): LayoutItem[] {
  const { y } = BAND.sender;
  const words = labelWords[language];
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
  const caption = version > 1 ? `v${version} · ${words.package}` : words.package;
  return [
    ...(picture ? [picture] : []),
    ...textBlock(words.from, left(0, 22), { size: 18 }),
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

/** Which package it is, under the caption at the right of the sender. */
function packageBlock({ ordinal, packageCount }: LabelContent): LayoutItem[] {
  return textBlock(`${ordinal} / ${packageCount}`, inColumn(66, 56), {
    size: 60,
    smallestSize: 40,
    weight: 'bold',
    align: 'right',
    centered: true,
  });
}

/** The promise takes the width that it needs; the service has all the rest. */
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
  // The quiet zone of the QR code reaches into the margin, where nothing is printed.
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
  const words = labelWords[language];
  const bottom = y + height;
  const gap = 10;
  const rows = placeMarks(marks, WIDTH);
  const caption = textBlock(words.to, box(LEFT, y, WIDTH, 22), { size: 18 });
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
      notes && notesTop + 30 <= bottom ? `${words.notes} ${notes}` : '',
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
      reference ? `${labelWords[language].reference} ${reference}` : '',
      box(RIGHT - rest, bottom.y, rest, bottom.height),
      { size: 28, smallestSize: 20, align: 'right', centered: true },
    ),
  ];
}

/** What the labels of an order have in common: all but the numbers of each package. */
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

/** Lays out the label of one package: every size, line break and place is decided here. */
export function layOutLabel(content: LabelContent): PageLayout {
  return labelPage(content, commonBands(content));
}

/** Lays out the labels of one order, what they have in common once. */
export function layOutLabels([first, ...others]: readonly LabelContent[]): PageLayout[] {
  if (!first) return [];
  const common = commonBands(first);
  return [first, ...others].map((content) => labelPage(content, common));
}
