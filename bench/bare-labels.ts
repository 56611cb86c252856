import { buffer } from 'node:stream/consumers';
import PdfDocument from 'pdfkit';
import { code128Widths } from '../server/src/drawing/barcodes.ts';

const PAGE = { size: [288, 432], margin: 0 };
const LINES = 10;
const LINE_HEIGHT = 20;
const MODULE = 1.3;

/** Draws `count` pages of 4 × 6 inches, a barcode and ten lines each, with pdfkit alone. */
export function bareLabels(count: number): Promise<Buffer> {
  const pdf = new PdfDocument({ autoFirstPage: false });
  for (let label = 0; label < count; label++) {
    pdf.addPage(PAGE).font('Helvetica').fontSize(12);
    for (let line = 0; line < LINES; line++) {
      const text = `Line ${line} of label ${label}: 88 Harbour Street, Toronto`;
      pdf.text(text, LINE_HEIGHT, LINE_HEIGHT * (line + 1), { lineBreak: false });
    }
    let x = LINE_HEIGHT;
    code128Widths(`PTG7K3WB0Y5QE1-${label}`).forEach((modules, index) => {
      if (index % 2 === 0) pdf.rect(x, 300, modules * MODULE, 90);
      x += modules * MODULE;
    });
    pdf.fill('black');
  }
  pdf.end();
  return buffer(pdf);
}
