import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderPdf } from '../drawing/render-pdf.ts';
import { MERCHANTS, packedOrder } from '../testing/any-packing-slip.ts';
import { differenceFromGolden } from '../testing/golden-picture.ts';
import { squareLogo, wordLogo } from '../testing/label-variants.ts';
import { pdfPictures } from '../testing/scan-labels.ts';
import { packingSlipContent, type PackingSlipContent } from './packing-slip-content.ts';
import { layOutPackingSlip } from './packing-slip-layout.ts';

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

test('a slip of few items looks as it was reviewed', async () => {
  const order = packedOrder({
    notes: 'Leave with the concierge. It is a gift: do not put the invoice into the parcel.',
    customFields: [{ name: 'shopifyOrderNumber', value: '48213' }],
  });
  await expectGolden('few-items', packingSlipContent(order, MERCHANTS.en));
});

test('a slip of many items under a logo looks as it was reviewed', async () => {
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

test('a slip in French looks as it was reviewed', async () => {
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

test('a slip without items under a narrow logo looks as it was reviewed', async () => {
  const order = packedOrder({ orderItems: [], packages: [], packageCount: 2 });
  await expectGolden('no-items', packingSlipContent(order, MERCHANTS.en, squareLogo));
});
