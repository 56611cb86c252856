import { describe, expect, it } from 'vitest';
import { renderPdf } from '../drawing/render-pdf.ts';
import { renderZpl } from '../drawing/render-zpl.ts';
import { pdfPictures, scan, zplPictures } from '../testing/scan-labels.ts';
import type { LabelContent } from './label-content.ts';
import { layOutLabel } from './label-layout.ts';
import { labelOf, labelVariantNames } from './label-variants.ts';

const codesOf = ({ trackingNumber, link }: LabelContent) => [
  { format: 'Code128', text: trackingNumber },
  { format: 'QRCode', text: link },
];

const everyLabel = labelVariantNames.flatMap((name) => [labelOf(name, 'en'), labelOf(name, 'fr')]);

describe('every kind of label, in English and French, scans as its tracking number and link', () => {
  it('on each page of a PDF', async () => {
    const pages = pdfPictures(await renderPdf(everyLabel.map(layOutLabel), 'pdf'));
    expect(await Promise.all(pages.map(scan))).toEqual(everyLabel.map(codesOf));
  });

  // Pictures of ZPL take their time: each kind is looked at once, in one language at one resolution.
  it.each([203, 300] as const)('printed from ZPL at %d dpi', { timeout: 60_000 }, async (dpi) => {
    const labels = everyLabel.filter((_, index) => index % 4 === (dpi === 203 ? 0 : 3));
    const pictures = await zplPictures(renderZpl(labels.map(layOutLabel), dpi), dpi);
    expect(await Promise.all(pictures.map(scan))).toEqual(labels.map(codesOf));
  });

  it('two to a page on letter paper', async () => {
    const labels = everyLabel.slice(0, 5);
    const pages = pdfPictures(await renderPdf(labels.map(layOutLabel), 'pdf_letter'));
    const texts = await Promise.all(
      pages.map(async (page) => new Set((await scan(page)).map(({ text }) => text))),
    );
    const both = (...contents: LabelContent[]) =>
      new Set(contents.flatMap(({ link, trackingNumber }) => [link, trackingNumber]));
    expect(texts).toEqual([
      both(...labels.slice(0, 2)),
      both(...labels.slice(2, 4)),
      both(...labels.slice(4)),
    ]);
  });
});
