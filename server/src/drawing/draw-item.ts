import type PdfDocument from 'pdfkit';
import { code128Widths } from './code128.ts';
import type { Code128Item, FillItem, LayoutItem, QrItem, TextItem } from './layout-items.ts';
import { qrCode } from './qr-code.ts';
import { startOfLine } from './text-block.ts';
import { PDF_FONT } from './text-metrics.ts';
import { outlineOf } from './wide-font.ts';

type Pdf = InstanceType<typeof PdfDocument>;

/** Draws a path of PDF operators at once: pdfkit's own calls cost more than the rest of a label. */
function fillPath(pdf: Pdf, operators: readonly string[], color: 'black' | 'white'): void {
  pdf.fillColor(color).addContent(`${operators.join(' ')} f`);
}

const rectangle = (x: number, y: number, width: number, height: number) =>
  `${x} ${y} ${width} ${height} re`;

/** A line beyond the standard fonts, as its shapes. */
function drawOutline(
  pdf: Pdf,
  { box, face, size, align, reversed }: TextItem,
  line: string,
  y: number,
) {
  const { width, contours } = outlineOf(line, face.weight, size);
  const x = startOfLine(box, align, width);
  const operators = contours.map((contour) => {
    const points = contour.map(
      (point) => `${(x + point.x).toFixed(2)} ${(y + point.y).toFixed(2)}`,
    );
    return `${points.join(' l ').replace(' l ', ' m ')} l h`;
  });
  fillPath(pdf, operators, reversed ? 'white' : 'black');
}

function drawText(pdf: Pdf, item: TextItem): void {
  const { box, face, size, align, reversed } = item;
  pdf
    .font(PDF_FONT[face.weight])
    .fontSize(size)
    .fillColor(reversed ? 'white' : 'black');
  item.lines.forEach((line, index) => {
    const y = item.baseline + index * item.lineHeight;
    if (face.resident) {
      const x = align === 'left' ? box.x : startOfLine(box, align, pdf.widthOfString(line));
      pdf.text(line, x, y, { baseline: 'alphabetic', lineBreak: false });
    } else {
      drawOutline(pdf, item, line, y);
    }
  });
}

function drawFill(pdf: Pdf, { box }: FillItem): void {
  fillPath(pdf, [rectangle(box.x, box.y, box.width, box.height)], 'black');
}

function drawCode128(pdf: Pdf, { box, module, data }: Code128Item): void {
  let { x } = box;
  const bars = code128Widths(data).flatMap((modules, index) => {
    const width = modules * module;
    x += width;
    return index % 2 === 0 ? [rectangle(x - width, box.y, width, box.height)] : [];
  });
  fillPath(pdf, bars, 'black');
}

/** Neighbouring dark squares of a row are one rectangle: no hair lines between them. */
function drawQr(pdf: Pdf, { box, module, data }: QrItem): void {
  const code = qrCode(data);
  const left = box.x + Math.floor((box.width - code.size * module) / 2);
  const top = box.y + Math.floor((box.height - code.size * module) / 2);
  const runs: string[] = [];
  for (let row = 0; row < code.size; row += 1) {
    let start = 0;
    for (let column = 0; column <= code.size; column += 1) {
      if (code.get(column, row)) continue;
      const width = (column - start) * module;
      const [x, y] = [left + start * module, top + row * module];
      if (width > 0) runs.push(rectangle(x, y, width, module));
      start = column + 1;
    }
  }
  fillPath(pdf, runs, 'black');
}

/** Draws one item of a layout; the page is scaled to dots already. */
export function drawItem(pdf: Pdf, item: LayoutItem): void {
  if (item.kind === 'text') drawText(pdf, item);
  else if (item.kind === 'fill') drawFill(pdf, item);
  else if (item.kind === 'code128') drawCode128(pdf, item);
  else drawQr(pdf, item);
}
