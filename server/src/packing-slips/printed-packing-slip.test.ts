import { PrinterResolution } from '@portage/contract/orders/labels';
import { describe, expect, it } from 'vitest';
import { renderPdf } from '../drawing/render-pdf.ts';
import { renderZpl } from '../drawing/render-zpl.ts';
import { pdfPictures, scan, zplPictures } from '../testing/scan-labels.ts';
import { packingSlipContent } from './packing-slip-content.ts';
import { MERCHANTS, packedOrder } from './packing-slip-arbitrary.ts';
import { layOutPackingSlip } from './packing-slip-layout.ts';

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
