import PdfDocument from 'pdfkit';
import { drawItem } from './draw-item.ts';
import { DOTS_PER_INCH, type PageLayout } from './layout-items.ts';

const POINTS_PER_INCH = 72;
const SCALE = POINTS_PER_INCH / DOTS_PER_INCH;

type Pdf = InstanceType<typeof PdfDocument>;

/** Draws a label with its top left corner at a place on the page, in points. */
function drawLabel(pdf: Pdf, layout: PageLayout, left: number, top: number): void {
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

function drawLabelPages(pdf: Pdf, layouts: readonly PageLayout[]): void {
  for (const layout of layouts) {
    pdf.addPage({ size: [layout.width * SCALE, layout.height * SCALE], margin: 0 });
    drawLabel(pdf, layout, 0, 0);
  }
}

/** A letter sheet on its side, a label in the middle of each half. */
function drawLetterPages(pdf: Pdf, layouts: readonly PageLayout[]): void {
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
  layouts: readonly PageLayout[],
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
