import { Duplex, PDFDocument, PrintScaling } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { zplLabels } from './print-state.ts';
import { fileNameOf, mergeFiles } from './save-printed.tsx';

/** A PDF with pages of the given widths in points. */
async function pdfOf(...widths: number[]): Promise<Blob> {
  const document = await PDFDocument.create();
  for (const width of widths) document.addPage([width, 432]);
  return new Blob([new Uint8Array(await document.save())], { type: 'application/pdf' });
}

test('ZPL labels stand one after the other in one file', async () => {
  const merged = await mergeFiles('zpl', [new Blob(['^XA1^XZ']), new Blob(['^XA2^XZ'])]);
  expect(await merged.text()).toBe('^XA1^XZ\n^XA2^XZ\n');
  expect(merged.type).toBe('application/x-zpl');
});

test('PDF labels are merged page by page, in order', async () => {
  const merged = await mergeFiles('pdf', [await pdfOf(101, 102), await pdfOf(201)]);
  const pages = (await PDFDocument.load(await merged.arrayBuffer())).getPages();
  expect(pages.map((page) => page.getWidth())).toEqual([101, 102, 201]);
  expect(merged.type).toBe('application/pdf');
});

test('merged PDF labels print as the server asked: in their size, on one side', async () => {
  const label = await PDFDocument.load(await (await pdfOf(101)).arrayBuffer());
  const asked = label.catalog.getOrCreateViewerPreferences();
  asked.setPrintScaling(PrintScaling.None);
  asked.setDuplex(Duplex.Simplex);
  const file = new Blob([new Uint8Array(await label.save())], { type: 'application/pdf' });
  const merged = await PDFDocument.load(
    await (await mergeFiles('pdf', [file, file])).arrayBuffer(),
  );
  const kept = merged.catalog.getViewerPreferences();
  expect([kept?.getPrintScaling(), kept?.getDuplex()]).toEqual(['None', 'Simplex']);
});

test('the label of a single order is passed on unchanged', async () => {
  const label = await pdfOf(101);
  expect(await mergeFiles('pdf_letter', [label])).toBe(label);
});

test.each([
  ['labels', 'zpl', 'portageLabels.zpl'],
  ['labels', 'pdf', 'portageLabels.pdf'],
  ['labels', 'pdf_letter', 'Label.pdf'],
  ['packingSlips', 'zpl', 'PackingSlip.zpl'],
  ['packingSlips', 'pdf', 'PackingSlip.pdf'],
  ['labelsAndPackingSlips', 'pdf', 'portageLabels.pdf'],
] as const)('%s in %s are saved as %s', (documents, format, name) => {
  expect(fileNameOf({ documents, format })).toBe(name);
});

test('a file is split into its labels, with any text between them', () => {
  const labels = ['^XA^CI28\n^FDone^FS\n^XZ', '^XA^FDtwo^FS^XZ'];
  expect(zplLabels(`\n${labels.join('\r\n\n')}\n`)).toEqual(labels);
});

test('a file without a complete label has none', () => {
  expect(zplLabels('')).toEqual([]);
  expect(zplLabels('^XA^FDcut off')).toEqual([]);
});
