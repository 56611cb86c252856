import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { labelFileName, mergeLabels } from './label-files.ts';

/** A PDF whose pages have the given widths in points, which tells them apart. */
async function pdfOf(...widths: number[]): Promise<Blob> {
  const document = await PDFDocument.create();
  for (const width of widths) document.addPage([width, 432]);
  return new Blob([new Uint8Array(await document.save())], { type: 'application/pdf' });
}

test('ZPL labels stand one after the other in one file', async () => {
  const merged = await mergeLabels('zpl', [new Blob(['^XA1^XZ']), new Blob(['^XA2^XZ'])]);
  expect(await merged.text()).toBe('^XA1^XZ\n^XA2^XZ\n');
  expect(merged.type).toBe('application/x-zpl');
});

test('PDF labels are merged page by page, in order', async () => {
  const merged = await mergeLabels('pdf', [await pdfOf(101, 102), await pdfOf(201)]);
  const pages = (await PDFDocument.load(await merged.arrayBuffer())).getPages();
  expect(pages.map((page) => page.getWidth())).toEqual([101, 102, 201]);
  expect(merged.type).toBe('application/pdf');
});

test('the label of one order is handed over as it came', async () => {
  const label = await pdfOf(101);
  expect(await mergeLabels('pdf_letter', [label])).toBe(label);
});

test('the files have the names of the specification', () => {
  expect(labelFileName).toEqual({
    zpl: 'portageLabels.zpl',
    pdf: 'portageLabels.pdf',
    pdf_letter: 'Label.pdf',
  });
});
