import type { PrinterResolution } from '@portage/contract/orders/labels';
import { LINE_HEIGHT } from './fit-text.ts';
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
} from './layout-items.ts';
import { qrSideAtMost } from './qr-code.ts';
import { rasterize } from './rasterize.ts';
import { startOfLine } from './text-block.ts';
import { ASCENT } from './text-metrics.ts';
import { outlineOf } from './wide-font.ts';
import { graphic } from './zpl-graphic.ts';
import { dither } from './dither.ts';
import { fitPicture } from './fit-picture.ts';

/** Pictures as they were drawn before, by size: a logo is the same on every page that has it. */
const drawn = new WeakMap<Picture, Map<string, string>>();

function graphicOf(picture: Picture, width: number, height: number): string {
  const sizes = drawn.get(picture) ?? new Map<string, string>();
  drawn.set(picture, sizes);
  const size = `${width}×${height}`;
  const command = sizes.get(size) ?? graphic(dither(picture, width, height));
  sizes.set(size, command);
  return command;
}

/** A picture in black and white dots; the box is in dots of the printer. */
function zplPicture(picture: Picture, box: Box): string {
  const { x, y, width, height } = fitPicture(picture, box);
  const dots = (length: number) => Math.max(1, Math.round(length));
  const command = graphicOf(picture, dots(width), dots(height));
  return `^FO${Math.floor(x)},${Math.floor(y)}${command}^FS`;
}

/** What `^FH_` must not leave as it is: command prefixes, its own sign, and all that is not ASCII. */
const TO_ESCAPE = /[^\x20-\x7e]|[\^~_\\]/gu;
/** Nearly every text: nothing to escape in it. */
const PLAIN = /^[\x20-[\]`-}]*$/;

const hexOf = (byte: number) => `_${byte.toString(16).toUpperCase().padStart(2, '0')}`;

/** Escapes that were made before; there are never more than the fonts have characters. */
const escapes = new Map<string, string>();

/** A character as the hexadecimal bytes of its UTF-8. */
function escape(character: string): string {
  const known = escapes.get(character);
  if (known !== undefined) return known;
  const escaped = Array.from(Buffer.from(character), hexOf).join('');
  escapes.set(character, escaped);
  return escaped;
}

/** Field data in which nothing can be taken for a command: escaped as `_XX`, in UTF-8 (`^CI28`). */
function field(data: string): string {
  const escaped = PLAIN.test(data) ? data : data.replace(TO_ESCAPE, escape);
  return `^FH_^FD${escaped}^FS`;
}

/**
 * Font 0 (CG Triumvirate Bold Condensed) against Helvetica at the size the layout gives: its height for
 * capitals of the same height, its width for letters that run about 5% narrower than measured.
 */
const FONT_0_HEIGHT = 0.97;
const FONT_0_WIDTH = { regular: 1, bold: 1.07 } as const satisfies Record<Weight, number>;

/**
 * Printers draw a ^BQ below the ^FO they are given, by the height that bar codes have by default. They
 * keep that height from label to label, whoever printed the last one, so each QR code sets it.
 */
const QR_DROP = 10;

/** A box in dots of the printer; boxes that touch still do. */
function scaled({ x, y, width, height }: Box, scale: number): Box {
  const [left, top] = [Math.round(x * scale), Math.round(y * scale)];
  return {
    x: left,
    y: top,
    width: Math.round((x + width) * scale) - left,
    height: Math.round((y + height) * scale) - top,
  };
}

/** A line beyond font 0, as a picture of its shapes. */
function zplOutline(item: TextItem, line: string, baseline: number, scale: number): string {
  const size = item.size * scale;
  const outline = outlineOf(line, item.face.weight, size);
  const ascent = Math.ceil(size * ASCENT);
  const bitmap = rasterize(outline, ascent, Math.ceil(size * LINE_HEIGHT));
  const x = startOfLine(scaled(item.box, scale), item.align, bitmap.width);
  return `^FO${x},${baseline - ascent}${item.reversed ? '^FR' : ''}${graphic(bitmap)}^FS`;
}

/** The printer aligns by its own metrics; ^FB does so for one line. */
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

/** A box whose border is as thick as its shorter side is full. */
function zplFill(item: FillItem, scale: number): string {
  const { x, y, width, height } = scaled(item.box, scale);
  return `^FO${x},${y}^GB${width},${height},${Math.min(width, height)}^FS\n`;
}

/** Bars of whole dots in the middle of the box, which at another resolution they may not fill. */
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

/**
 * Writes pages as ZPL II for printers of a resolution, one format a page. The result is plain ASCII;
 * user text stands only in escaped field data. What must consist of whole dots, such as bars, is
 * drawn a little smaller where the resolution does not divide evenly.
 */
export function renderZpl(pages: readonly PageLayout[], dpi: PrinterResolution = 203): string {
  const scale = dpi / DOTS_PER_INCH;
  return pages.map((page) => zplPage(page, scale)).join('\n');
}
