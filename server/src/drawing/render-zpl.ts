import type { PrinterResolution } from '@portage/contract/orders/labels';
import { qrSideAtMost } from './barcodes.ts';
import { rasterize, dither, type Bitmap } from './bitmap.ts';
import {
  DOTS_PER_INCH,
  type Box,
  type Code128Item,
  type FillItem,
  type LayoutItem,
  type PageLayout,
  type QrItem,
  type TextItem,
  type Weight,
  type Picture,
  fitPicture,
} from './layout-items.ts';
import { LINE_HEIGHT, startOfLine, ASCENT } from './text-block.ts';
import { outlineOf } from './wide-font.ts';

/** Repeat counts: `G` to `Y` are 1 to 19, `g` to `z` are 20 to 400. */
const BEFORE_ONES = 'G'.charCodeAt(0) - 1;
const BEFORE_TWENTIES = 'g'.charCodeAt(0) - 1;

/** Rows have at most 300 digits. */
function counted(run: string, digit: string): string {
  const [twenties, ones] = [Math.floor(run.length / 20), run.length % 20];
  const many = twenties > 0 ? String.fromCharCode(BEFORE_TWENTIES + twenties) : '';
  const few = ones > 0 ? String.fromCharCode(BEFORE_ONES + ones) : '';
  return many + few + digit;
}

/** `,` fills a row with white; not all printers know the sign for black. */
function compressed(row: Uint8Array): string {
  const length = row.findLastIndex((byte) => byte !== 0) + 1;
  const digits = Buffer.from(row.subarray(0, length)).toString('hex').toUpperCase();
  const dark = digits.replace(/(.)\1{2,}/g, counted);
  return length < row.length ? `${dark},` : dark;
}

/** Prints at the field origin, in compressed hexadecimal; `:` repeats the row above. */
export function graphic({ bytesPerRow, bytes }: Bitmap): string {
  let data = '';
  let above: Uint8Array | undefined;
  for (let at = 0; at < bytes.length; at += bytesPerRow) {
    const row = bytes.subarray(at, at + bytesPerRow);
    data += above && Buffer.compare(row, above) === 0 ? ':' : compressed(row);
    above = row;
  }
  return `^GFA,${bytes.length},${bytes.length},${bytesPerRow},${data}`;
}

/** Keyed by size: a logo repeats on every page. */
const drawn = new WeakMap<Picture, Map<string, string>>();

function graphicOf(picture: Picture, width: number, height: number): string {
  const sizes = drawn.get(picture) ?? new Map<string, string>();
  drawn.set(picture, sizes);
  const size = `${width}×${height}`;
  const command = sizes.get(size) ?? graphic(dither(picture, width, height));
  sizes.set(size, command);
  return command;
}

/** The box is in dots of the printer. */
function zplPicture(picture: Picture, box: Box): string {
  const { x, y, width, height } = fitPicture(picture, box);
  const dots = (length: number) => Math.max(1, Math.round(length));
  const command = graphicOf(picture, dots(width), dots(height));
  return `^FO${Math.floor(x)},${Math.floor(y)}${command}^FS`;
}

/** Characters that `^FH_` must escape: command prefixes, `_` and non-ASCII. */
const TO_ESCAPE = /[^\x20-\x7e]|[\^~_\\]/gu;
const PLAIN = /^[\x20-[\]`-}]*$/;

const hexOf = (byte: number) => `_${byte.toString(16).toUpperCase().padStart(2, '0')}`;

const escapes = new Map<string, string>();

/** Remembers what it wrote: labels repeat few characters. */
function escape(character: string): string {
  const known = escapes.get(character);
  if (known !== undefined) return known;
  const escaped = Array.from(Buffer.from(character), hexOf).join('');
  escapes.set(character, escaped);
  return escaped;
}

/** Writes `_XX` in UTF-8 (`^CI28`), so that no text becomes a command. */
function field(data: string): string {
  const escaped = PLAIN.test(data) ? data : data.replace(TO_ESCAPE, escape);
  return `^FH_^FD${escaped}^FS`;
}

/** Scales font 0 to Helvetica's capital height, 5 % narrower than measured. */
const FONT_0_HEIGHT = 0.97;
const FONT_0_WIDTH = { regular: 1, bold: 1.07 } as const satisfies Record<Weight, number>;

/** Printers offset ^BQ by the default barcode height, which persists; each QR code sets it. */
const QR_DROP = 10;

/** Adjacent boxes stay adjacent. */
function scaled({ x, y, width, height }: Box, scale: number): Box {
  const [left, top] = [Math.round(x * scale), Math.round(y * scale)];
  return {
    x: left,
    y: top,
    width: Math.round((x + width) * scale) - left,
    height: Math.round((y + height) * scale) - top,
  };
}

function zplOutline(item: TextItem, line: string, baseline: number, scale: number): string {
  const size = item.size * scale;
  const outline = outlineOf(line, item.face.weight, size);
  const ascent = Math.ceil(size * ASCENT);
  const bitmap = rasterize(outline, ascent, Math.ceil(size * LINE_HEIGHT));
  const x = startOfLine(scaled(item.box, scale), item.align, bitmap.width);
  return `^FO${x},${baseline - ascent}${item.reversed ? '^FR' : ''}${graphic(bitmap)}^FS`;
}

/** Aligns with ^FB, by the printer's own metrics. */
function zplAlignment({ align, box }: TextItem, scale: number): string {
  if (align === 'left') return '';
  return `^FB${scaled(box, scale).width},1,0,${align === 'right' ? 'R' : 'C'}`;
}

function zplText(item: TextItem, scale: number): string {
  const { face, size, box, reversed } = item;
  const height = Math.round(size * FONT_0_HEIGHT * scale);
  const width = Math.round(height * FONT_0_WIDTH[face.weight]);
  const font = `^A0N,${height},${width}${zplAlignment(item, scale)}${reversed ? '^FR' : ''}`;
  const x = Math.round(box.x * scale);
  let zpl = '';
  item.lines.forEach((line, index) => {
    const baseline = Math.round((item.baseline + index * item.lineHeight) * scale);
    zpl += face.resident
      ? `^FT${x},${baseline}${font}${field(line)}\n`
      : `${zplOutline(item, line, baseline, scale)}\n`;
  });
  return zpl;
}

/** A border as thick as the shorter side. */
function zplFill(item: FillItem, scale: number): string {
  const { x, y, width, height } = scaled(item.box, scale);
  return `^FO${x},${y}^GB${width},${height},${Math.min(width, height)}^FS\n`;
}

/** Bars have whole dots; they may not fill the box. */
function zplCode128({ box, module, data }: Code128Item, scale: number): string {
  const bar = Math.floor(module * scale);
  const width = (box.width / module) * bar;
  const x = Math.round((box.x + box.width / 2) * scale - width / 2);
  const { y, height } = scaled(box, scale);
  return `^FO${x},${y}^BY${bar}^BCN,${height},N,N,N,A${field(data)}\n`;
}

function zplQr({ box, module, data }: QrItem, scale: number): string {
  const square = Math.floor(module * scale);
  const side = qrSideAtMost(data) * square;
  const place = scaled(box, scale);
  const x = place.x + Math.floor((place.width - side) / 2);
  const y = place.y + Math.floor((place.height - side) / 2) - QR_DROP;
  return `^FO${x},${y}^BY1,3,${QR_DROP}^BQN,2,${square}${field(`MA,${data}`)}\n`;
}

function zplItem(item: LayoutItem, scale: number): string {
  if (item.kind === 'text') return zplText(item, scale);
  if (item.kind === 'fill') return zplFill(item, scale);
  if (item.kind === 'code128') return zplCode128(item, scale);
  if (item.kind === 'picture') return `${zplPicture(item.picture, scaled(item.box, scale))}\n`;
  return zplQr(item, scale);
}

function zplPage({ width, height, items }: PageLayout, scale: number): string {
  const size = `^PW${Math.round(width * scale)}^LL${Math.round(height * scale)}^LH0,0`;
  let zpl = `^XA^CI28\n${size}\n`;
  for (const item of items) zpl += zplItem(item, scale);
  return `${zpl}^XZ`;
}

/** One format a page, in ASCII. Barcodes shrink where the resolution does not divide evenly. */
export function renderZpl(pages: readonly PageLayout[], dpi: PrinterResolution = 203): string {
  const scale = dpi / DOTS_PER_INCH;
  return pages.map((page) => zplPage(page, scale)).join('\n');
}
