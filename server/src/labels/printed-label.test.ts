import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PrinterResolution } from '@portage/contract/orders/labels';
import { renderPdf } from '../drawing/render-pdf.ts';
import { renderZpl } from '../drawing/render-zpl.ts';
import { anyLabelContent } from '../testing/any-label.ts';
import { differenceFromGolden } from '../testing/golden-picture.ts';
import { labelOf, labelVariantNames } from '../testing/label-variants.ts';
import { pdfPictures, scan, zplPictures } from '../testing/scan-labels.ts';
import { zplFaults, zplFormats } from '../testing/zpl-faults.ts';
import type { LabelContent } from './label-content.ts';
import { layOutLabel } from './label-layout.ts';

describe('ZPL', () => {
  it('with any user text contains only our commands, and all within the label at any resolution', () => {
    const anyResolution = fc.constantFrom(...PrinterResolution.values);
    fc.assert(
      fc.property(anyLabelContent, anyResolution, (content, dpi) => {
        const zpl = renderZpl([layOutLabel(content)], dpi);
        expect(zplFaults(zpl)).toEqual([]);
        expect(zplFormats(zpl)).toBe(1);
        expect(zpl).toContain(`^PW${4 * dpi}^LL${6 * dpi}`);
        for (const [, x, y, width, height] of zpl.matchAll(/\^FO(\d+),(\d+)\^GB(\d+),(\d+)/g)) {
          expect(Number(x) + Number(width)).toBeLessThanOrEqual(4 * dpi);
          expect(Number(y) + Number(height)).toBeLessThanOrEqual(6 * dpi);
        }
        for (const [, x, y, , bytes, row] of zpl.matchAll(
          /\^FO(\d+),(\d+)(\^FR)?\^GFA,\d+,(\d+),(\d+)/g,
        )) {
          // The last byte of a row has up to 7 unused dots.
          expect(Number(x) + 8 * Number(row) - 7).toBeLessThanOrEqual(4 * dpi);
          expect(Number(y) + Number(bytes) / Number(row)).toBeLessThanOrEqual(6 * dpi);
        }
      }),
      // Few runs: texts beyond the printer's font are drawn dot by dot.
      { numRuns: 30 },
    );
  });

  it.each([...PrinterResolution.values])(
    'prints commands typed by users as text at %d dpi',
    (dpi) => {
      const zpl = renderZpl([layOutLabel(labelOf('hostile'))], dpi);
      expect(zplFaults(zpl)).toEqual([]);
      expect(zpl).toContain('^FD_5EXA_5EFO50,50_5EA0N,90_5EFDstolen_5EFS_5EXZ^FS');
      expect(zpl).toContain('^FD_7EJA _7EDGR:X.GRF _5F5E /& C:/tmp');
    },
  );
});

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

  // Drawing ZPL is slow: each kind is drawn once, in one language.
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

describe('a label looks as it was reviewed', () => {
  it.each(labelVariantNames)('%s', async (name) => {
    const [picture] = pdfPictures(await renderPdf([layOutLabel(labelOf(name))], 'pdf'));
    const golden = join(import.meta.dirname, 'golden', `${name}.png`);
    expect(picture && (await differenceFromGolden(picture, golden))).toBeUndefined();
  });
});
