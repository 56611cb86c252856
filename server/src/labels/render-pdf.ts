import PdfDocument from 'pdfkit';
import { code128Widths } from './code128.ts';
import {
  DOTS_PER_INCH,
  type Code128Item,
  type FillItem,
  type LabelLayout,
  type LayoutItem,
  type QrItem,
  type TextItem,
} from './layout-items.ts';
import { qrCode } from './qr-code.ts';
import { PDF_FONT } from './text-metrics.ts';

const POINTS_PER_INCH = 72;
const SCALE = POINTS_PER_INCH / DOTS_PER_INCH;

type Pdf = InstanceType<typeof PdfDocument>;

function drawText(pdf: Pdf, item: TextItem): void {
  pdf
    .font(PDF_FONT[item.weight])
    .fontSize(item.size)
    .fillColor(item.reversed ? 'white' : 'black');
  item.lines.forEach((line, index) => {
    const y = item.baseline + index * item.lineHeight;
    const free = item.align === 'left' ? 0 : item.box.width - pdf.widthOfString(line);
    const x = item.box.x + (item.align === 'center' ? free / 2 : free);
    pdf.text(line, x, y, { baseline: 'alphabetic', lineBreak: false });
  });
}

function drawFill(pdf: Pdf, { box }: FillItem): void {
  pdf.rect(box.x, box.y, box.width, box.height).fill('black');
}

function drawCode128(pdf: Pdf, { box, module, data }: Code128Item): void {
  let { x } = box;
  code128Widths(data).forEach((modules, index) => {
    if (index % 2 === 0) pdf.rect(x, box.y, modules * module, box.height);
    x += modules * module;
  });
  pdf.fill('black');
}

/** Neighbouring dark squares of a row are one rectangle: no hair lines between them. */
function drawQr(pdf: Pdf, { box, module, data }: QrItem): void {
  const code = qrCode(data);
  const left = box.x + Math.floor((box.width - code.side * module) / 2);
  const top = box.y + Math.floor((box.height - code.side * module) / 2);
  for (let row = 0; row < code.side; row += 1) {
    let column = 0;
    while (column < code.side) {
      const start = column;
      while (column < code.side && code.isDark(column, row)) column += 1;
      if (column > start) {
        pdf.rect(left + start * module, top + row * module, (column - start) * module, module);
      }
      column += 1;
    }
  }
  pdf.fill('black');
}

function drawItem(pdf: Pdf, item: LayoutItem): void {
  if (item.kind === 'text') drawText(pdf, item);
  else if (item.kind === 'fill') drawFill(pdf, item);
  else if (item.kind === 'code128') drawCode128(pdf, item);
  else drawQr(pdf, item);
}

/** Draws a label with its top left corner at a place on the page, in points. */
function drawLabel(pdf: Pdf, layout: LabelLayout, left: number, top: number): void {
  pdf.save().translate(left, top).scale(SCALE);
  for (const item of layout.items) drawItem(pdf, item);
  pdf.restore();
}

const LETTER = { width: 11 * POINTS_PER_INCH, height: 8.5 * POINTS_PER_INCH } as const;
const LABELS_A_SHEET = 2;
const CUT_MARK = { length: 18, distance: 6 } as const;

/** Short lines outside each corner that show where to cut. */
function drawCutMarks(pdf: Pdf, left: number, top: number, width: number, height: number): void {
  const { length, distance } = CUT_MARK;
  for (const [x, outwards] of [[left, -1] as const, [left + width, 1] as const]) {
    for (const [y, upwards] of [[top, -1] as const, [top + height, 1] as const]) {
      pdf.moveTo(x + outwards * distance, y).lineTo(x + outwards * (distance + length), y);
      pdf.moveTo(x, y + upwards * distance).lineTo(x, y + upwards * (distance + length));
    }
  }
  pdf.lineWidth(0.5).stroke('black');
}

function drawLabelPages(pdf: Pdf, layouts: readonly LabelLayout[]): void {
  for (const layout of layouts) {
    pdf.addPage({ size: [layout.width * SCALE, layout.height * SCALE], margin: 0 });
    drawLabel(pdf, layout, 0, 0);
  }
}

/** A letter sheet on its side, a label in the middle of each half. */
function drawLetterPages(pdf: Pdf, layouts: readonly LabelLayout[]): void {
  layouts.forEach((layout, index) => {
    const place = index % LABELS_A_SHEET;
    if (place === 0) pdf.addPage({ size: [LETTER.width, LETTER.height], margin: 0 });
    const [width, height] = [layout.width * SCALE, layout.height * SCALE];
    const half = LETTER.width / LABELS_A_SHEET;
    const [left, top] = [place * half + (half - width) / 2, (LETTER.height - height) / 2];
    drawCutMarks(pdf, left, top, width, height);
    drawLabel(pdf, layout, left, top);
  });
}

function bytesOf(pdf: Pdf): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
    pdf.end();
  });
}

/**
 * Draws labels as a PDF: `pdf` has pages of 4 × 6 inches, `pdf_letter` letter pages of two labels
 * with cut marks. Everything is vectors.
 */
export function renderPdf(
  layouts: readonly LabelLayout[],
  format: 'pdf' | 'pdf_letter',
): Promise<Buffer> {
  const pdf = new PdfDocument({
    autoFirstPage: false,
    info: { Title: 'Portage', Creator: 'Portage' },
  });
  if (format === 'pdf') drawLabelPages(pdf, layouts);
  else drawLetterPages(pdf, layouts);
  return bytesOf(pdf);
}
