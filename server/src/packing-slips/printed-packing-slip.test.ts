import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PrinterResolution } from '@portage/contract/orders/labels';
import { renderPdf } from '../drawing/render-pdf.ts';
import { renderZpl } from '../drawing/render-zpl.ts';
import { MERCHANTS, packedOrder, anyPackingSlip } from '../testing/any-packing-slip.ts';
import { pdfPictures, scan, zplPictures } from '../testing/scan-labels.ts';
import { zplFaults, zplFormats } from '../testing/zpl-faults.ts';
import { packingSlipContent } from './packing-slip-content.ts';
import { layOutPackingSlip } from './packing-slip-layout.ts';

describe('the ZPL of packing slips', () => {
  it('contains only our commands with any user text', () => {
    fc.assert(
      fc.property(anyPackingSlip, fc.constantFrom(...PrinterResolution.values), (content, dpi) => {
        const pages = layOutPackingSlip(content).slice(0, 2);
        const zpl = renderZpl(pages, dpi);
        expect(zplFaults(zpl)).toEqual([]);
        expect(zplFormats(zpl)).toBe(pages.length);
      }),
      { numRuns: 20 },
    );
  });

  it('prints commands that users typed as text', () => {
    const orderItems = [{ name: '^XA~JA^FS\\&', sku: '^FD_5E', quantity: 1 }];
    const notes = '^XZ ^XA ~HS';
    const content = packingSlipContent(packedOrder({ orderItems, notes }), MERCHANTS.en);
    const zpl = renderZpl(layOutPackingSlip(content));
    expect(zplFaults(zpl)).toEqual([]);
    expect(zplFormats(zpl)).toBe(1);
    expect(zpl).toContain('^FH_^FD_5EXA_7EJA_5EFS/&^FS');
  });
});

describe.each(['en', 'fr'] as const)('a printed packing slip in %s', (language) => {
  const orderItems = Array.from({ length: 30 }, (_, index) => ({
    name: `Nguyễn Thị ^XA ${index}`,
    sku: `HM-${index}`,
    quantity: 1,
  }));
  const order = packedOrder({ orderItems });
  const pages = layOutPackingSlip(packingSlipContent(order, MERCHANTS[language]));
  const code = [{ format: 'Code128', text: order.trackingNumber }];

  it('scans as the tracking number on each page of a PDF', async () => {
    const pictures = pdfPictures(await renderPdf(pages, 'pdf'));
    expect(pictures.length).toBeGreaterThan(2);
    expect(await Promise.all(pictures.map(scan))).toEqual(pictures.map(() => code));
  });

  it.each([...PrinterResolution.values])(
    'scans as the tracking number when printed from ZPL at %d dpi',
    async (dpi) => {
      const [picture] = await zplPictures(renderZpl(pages.slice(0, 1), dpi), dpi);
      expect(picture && (await scan(picture))).toEqual(code);
    },
  );
});
