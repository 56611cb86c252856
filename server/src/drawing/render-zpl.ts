import type {
  Code128Item,
  FillItem,
  PageLayout,
  LayoutItem,
  QrItem,
  TextItem,
  Weight,
} from './layout-items.ts';
import { LINE_HEIGHT } from './fit-text.ts';
import { qrSideAtMost } from './qr-code.ts';
import { rasterize } from './rasterize.ts';
import { startOfLine } from './text-block.ts';
import { ASCENT } from './text-metrics.ts';
import { outlineOf } from './wide-font.ts';

/**
 * Font 0 (CG Triumvirate Bold Condensed) against Helvetica at the size the layout gives: its height for
 * capitals of the same height, its width for letters that run about 5% narrower than measured.
 */
const FONT_0_HEIGHT = 0.97;
const FONT_0_WIDTH = { regular: 1, bold: 1.07 } as const satisfies Record<Weight, number>;

/** Printers draw a ^BQ this many dots below the ^FO they are given. */
const QR_DROP = 10;

/** What `^FH_` must not leave as it is: command prefixes, its own sign, and all that is not ASCII. */
const TO_ESCAPE = /[^\x20-\x7e]|[\^~_\\]/gu;

const hexOf = (byte: number) => `_${byte.toString(16).toUpperCase().padStart(2, '0')}`;

/** Field data in which nothing can be taken for a command: escaped as `_XX`, in UTF-8 (`^CI28`). */
function field(data: string): string {
  const escaped = data.replace(TO_ESCAPE, (character) =>
    Array.from(Buffer.from(character), hexOf).join(''),
  );
  return `^FH_^FD${escaped}^FS`;
}

/** A line beyond font 0, as a picture of its shapes. */
function zplOutline(
  { box, face, size, align, reversed }: TextItem,
  line: string,
  baseline: number,
) {
  const outline = outlineOf(line, face.weight, size);
  const ascent = Math.ceil(size * ASCENT);
  const bitmap = rasterize(outline, ascent, Math.ceil(size * LINE_HEIGHT));
  const x = startOfLine(box, align, bitmap.width);
  const bytes = Buffer.from(bitmap.bytes);
  const graphic = `^GFA,${bytes.length},${bytes.length},${bitmap.bytesPerRow}`;
  const hex = bytes.toString('hex').toUpperCase();
  return `^FO${x},${baseline - ascent}${reversed ? '^FR' : ''}${graphic},${hex}^FS`;
}

function zplLine(item: TextItem, line: string, baseline: number): string {
  const { box, face, size, align, reversed } = item;
  if (!face.resident) return zplOutline(item, line, baseline);
  const height = Math.round(size * FONT_0_HEIGHT);
  const width = Math.round(height * FONT_0_WIDTH[face.weight]);
  // The printer aligns by its own metrics; ^FB does so for one line.
  const block = align === 'left' ? '' : `^FB${box.width},1,0,${align === 'right' ? 'R' : 'C'}`;
  const font = `^A0N,${height},${width}${block}${reversed ? '^FR' : ''}`;
  return `^FT${box.x},${baseline}${font}${field(line)}`;
}

function zplText(item: TextItem): string {
  return item.lines
    .map((line, index) => zplLine(item, line, item.baseline + index * item.lineHeight))
    .join('\n');
}

/** A box whose border is as thick as its shorter side is full. */
function zplFill({ box }: FillItem): string {
  const thickness = Math.min(box.width, box.height);
  return `^FO${box.x},${box.y}^GB${box.width},${box.height},${thickness}^FS`;
}

function zplCode128({ box, module, data }: Code128Item): string {
  return `^FO${box.x},${box.y}^BY${module}^BCN,${box.height},N,N,N,A${field(data)}`;
}

function zplQr({ box, module, data }: QrItem): string {
  const side = qrSideAtMost(data) * module;
  const x = box.x + Math.floor((box.width - side) / 2);
  const y = box.y + Math.floor((box.height - side) / 2) - QR_DROP;
  return `^FO${x},${y}^BQN,2,${module}${field(`MA,${data}`)}`;
}

function zplItem(item: LayoutItem): string {
  if (item.kind === 'text') return zplText(item);
  if (item.kind === 'fill') return zplFill(item);
  if (item.kind === 'code128') return zplCode128(item);
  return zplQr(item);
}

/**
 * Writes labels as ZPL II for printers of 203 dpi, one format a label. The result is plain ASCII;
 * user text stands only in escaped field data.
 */
export function renderZpl(layouts: readonly PageLayout[]): string {
  return layouts
    .map(({ width, height, items }) =>
      ['^XA^CI28', `^PW${width}^LL${height}^LH0,0`, ...items.map(zplItem), '^XZ'].join('\n'),
    )
    .join('\n');
}
