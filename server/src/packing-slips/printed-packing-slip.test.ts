import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PrinterResolution } from '@portage/contract/orders/labels';
import { renderPdf } from '../drawing/render-pdf.ts';
import { renderZpl } from '../drawing/render-zpl.ts';
import { MERCHANTS, packedOrder, anyPackingSlip } from '../testing/any-packing-slip.ts';
import { differenceFromGolden } from '../testing/golden-picture.ts';
import { squareLogo, wordLogo } from '../testing/label-variants.ts';
import { pdfPictures, scan, zplPictures } from '../testing/scan-labels.ts';
import { zplFaults, zplFormats } from '../testing/zpl-faults.ts';
import { packingSlipContent, type PackingSlipContent } from './packing-slip-content.ts';
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

async function expectGolden(name: string, content: PackingSlipContent): Promise<void> {
  const pictures = pdfPictures(await renderPdf(layOutPackingSlip(content), 'pdf'));
  const differences = await Promise.all(
    pictures.map((picture, index) => {
      const file = join(import.meta.dirname, 'golden', `${name}-${index + 1}.png`);
      return differenceFromGolden(picture, file);
    }),
  );
  expect(differences).toEqual(pictures.map(() => undefined));
}

it('a slip of few items looks as it was reviewed', async () => {
  const order = packedOrder({
    notes: 'Leave with the concierge. It is a gift: do not put the invoice into the parcel.',
    customFields: [{ name: 'shopifyOrderNumber', value: '48213' }],
  });
  await expectGolden('few-items', packingSlipContent(order, MERCHANTS.en));
});

it('a slip of many items under a logo looks as it was reviewed', async () => {
  const name = 'Washed linen sheet set, queen, with four pillow cases and an embroidered hem';
  const orderItems = Array.from({ length: 16 }, (_, index) => ({
    name: index % 3 === 0 ? name : 'Balsam fir candle, 14 oz',
    sku:
      index % 5 === 1 ? `HM-CAN-14OZ-BALSAM-FIR-WINTER-2026-${index + 1}` : `HM-CAN-${index + 1}`,
    warehouseLocation: `H3-${index + 1}`,
    quantity: index % 4 === 0 ? 12 : 1,
  }));
  const order = packedOrder({ merchantDisplayName: 'Pine Kids', orderItems });
  await expectGolden('many-items', packingSlipContent(order, MERCHANTS.en, wordLogo('Pine Kids')));
});

it('a slip in French looks as it was reviewed', async () => {
  const order = packedOrder({
    recipient: { name: 'Élodie Nguyễn-Tremblay' },
    refNumber: 'BC-2207',
    service: 'SCHEDULED',
    packages: [],
    packageCount: 3,
    notes: 'Sonner à l’interphone; l’entrée est dans la ruelle.',
    orderItems: [
      { name: 'Croissant au beurre, boîte de 12', sku: 'VI-CRO-12', quantity: 4 },
      { name: 'Pain de seigle aux noix', sku: 'PA-SEI', warehouseLocation: 'F2', quantity: 1 },
      { name: 'Bánh mì thịt nướng, сырники и ὀβελίας', quantity: 1200 },
    ],
  });
  await expectGolden('french', packingSlipContent(order, MERCHANTS.fr));
});

it('a slip without items under a narrow logo looks as it was reviewed', async () => {
  const order = packedOrder({ orderItems: [], packages: [], packageCount: 2 });
  await expectGolden('no-items', packingSlipContent(order, MERCHANTS.en, squareLogo));
});
