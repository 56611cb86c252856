import sharp from 'sharp';
import { code128Widths, qrCode } from './barcodes.ts';
import { type Bitmap, dither, rasterize } from './bitmap.ts';
import {
  type Box,
  type Code128Item,
  DOTS_PER_INCH,
  fitPicture,
  type LayoutItem,
  type PageLayout,
  type PictureItem,
  type QrItem,
  type TextItem,
} from './layout-items.ts';
import { ASCENT, LINE_HEIGHT, startOfLine, widthInEms } from './text-block.ts';
import { outlineOf } from './wide-font.ts';

/** A byte a dot: 0 is black, 255 white. */
interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly dots: Uint8Array;
}

function fill({ width, height, dots }: Canvas, box: Box): void {
  const [left, right] = [Math.round(box.x), Math.min(width, Math.round(box.x + box.width))];
  const bottom = Math.min(height, Math.round(box.y + box.height));
  for (let y = Math.max(0, Math.round(box.y)); y < bottom; y += 1) {
    dots.fill(0, y * width + Math.max(0, left), y * width + right);
  }
}

function stamp(canvas: Canvas, bitmap: Bitmap, left: number, top: number, shade = 0): void {
  for (let y = 0; y < bitmap.height; y += 1) {
    for (let x = 0; x < bitmap.width; x += 1) {
      const byte = bitmap.bytes[y * bitmap.bytesPerRow + (x >> 3)] ?? 0;
      const [column, row] = [left + x, top + y];
      const isInside = column >= 0 && column < canvas.width && row >= 0 && row < canvas.height;
      if (isInside && byte & (0x80 >> (x & 7))) canvas.dots[row * canvas.width + column] = shade;
    }
  }
}

/** DejaVu, no wider than measured. */
function drawText(canvas: Canvas, item: TextItem): void {
  const { box, size, face, lines, align, reversed } = item;
  lines.forEach((line, index) => {
    const outline = outlineOf(line, face.weight, size);
    const width = Math.min(outline.width, widthInEms(line, face) * size);
    const scale = outline.width > 0 ? width / outline.width : 1;
    const contours = outline.contours.map((contour) =>
      contour.map(({ x, y }) => ({ x: x * scale, y })),
    );
    const ascent = Math.ceil(size * ASCENT);
    const bitmap = rasterize({ width, contours }, ascent, Math.ceil(size * LINE_HEIGHT));
    const top = Math.round(item.baseline + index * item.lineHeight) - ascent;
    stamp(canvas, bitmap, startOfLine(box, align, bitmap.width), top, reversed ? 255 : 0);
  });
}

function drawCode128(canvas: Canvas, { box, module, data }: Code128Item): void {
  let x = box.x;
  code128Widths(data).forEach((modules, index) => {
    const width = modules * module;
    if (index % 2 === 0) fill(canvas, { x, y: box.y, width, height: box.height });
    x += width;
  });
}

function drawQr(canvas: Canvas, { box, module, data }: QrItem): void {
  const code = qrCode(data);
  const left = Math.round(box.x + (box.width - code.size * module) / 2);
  const top = Math.round(box.y + (box.height - code.size * module) / 2);
  for (let row = 0; row < code.size; row += 1) {
    for (let column = 0; column < code.size; column += 1) {
      if (!code.get(column, row)) continue;
      const place = { x: left + column * module, y: top + row * module };
      fill(canvas, { ...place, width: module, height: module });
    }
  }
}

function drawPicture(canvas: Canvas, { picture, box }: PictureItem): void {
  const { x, y, width, height } = fitPicture(picture, box);
  const dots = (length: number) => Math.max(1, Math.round(length));
  stamp(canvas, dither(picture, dots(width), dots(height)), Math.floor(x), Math.floor(y));
}

function drawItem(canvas: Canvas, item: LayoutItem): void {
  if (item.kind === 'text') drawText(canvas, item);
  else if (item.kind === 'fill') fill(canvas, item.box);
  else if (item.kind === 'code128') drawCode128(canvas, item);
  else if (item.kind === 'qr') drawQr(canvas, item);
  else drawPicture(canvas, item);
}

/** 203 dots per inch. */
export function renderPng({ width, height, items }: PageLayout): Promise<Buffer> {
  const canvas = { width, height, dots: new Uint8Array(width * height).fill(255) };
  for (const item of items) drawItem(canvas, item);
  return sharp(canvas.dots, { raw: { width, height, channels: 1 } })
    .withMetadata({ density: DOTS_PER_INCH })
    .png({ palette: true, colours: 2 })
    .toBuffer();
}
