import { describe, expect, it } from 'vitest';
import { pdfPictures, scan, zplPictures } from '../testing/scan-labels.ts';
import { labelContents, type LabelContent } from './label-content.ts';
import { labelledOrder } from './label-fixture.ts';
import { layOutLabel } from './label-layout.ts';
import { renderPdf } from '../drawing/render-pdf.ts';
import { renderZpl } from '../drawing/render-zpl.ts';

const codesOf = ({ trackingNumber, link }: LabelContent) => [
  { format: 'Code128', text: trackingNumber },
  { format: 'QRCode', text: link },
];

const contentsIn = (language: 'en' | 'fr') => {
  const packages = [1, 2, 3].map((ordinal) => ({
    trackingNumber: `${labelledOrder().trackingNumber}-${ordinal}`,
  }));
  const order = labelledOrder({
    packages,
    packageCount: 3,
    recipient: { name: 'Nguyễn Thị Bích' },
    notes: 'Sonner à l’interphone ^XA',
    signatureRequired: true,
    minimumAge: 18,
  });
  const merchant = { name: 'Boulangerie du Coin', language };
  return labelContents(order, merchant, 'https://portage.example/track', 'M5J TOR-1');
};

describe.each(['en', 'fr'] as const)('a printed label in %s', (language) => {
  const contents = contentsIn(language);
  const layouts = contents.map(layOutLabel);

  it('scans as the tracking number and the link when printed from ZPL', async () => {
    const pictures = await zplPictures(renderZpl(layouts.slice(0, 1)));
    expect(await Promise.all(pictures.map(scan))).toEqual(contents.slice(0, 1).map(codesOf));
  });

  it('scans as the tracking number and the link on each page of a PDF', async () => {
    const pages = pdfPictures(await renderPdf(layouts, 'pdf'));
    expect(await Promise.all(pages.map(scan))).toEqual(contents.map(codesOf));
  });

  it('scans two to a page on letter paper', async () => {
    const pages = pdfPictures(await renderPdf(layouts, 'pdf_letter'));
    const texts = await Promise.all(
      pages.map(async (page) => new Set((await scan(page)).map(({ text }) => text))),
    );
    const [first, second, third] = contents;
    expect(texts).toEqual([
      new Set([first?.link, first?.trackingNumber, second?.trackingNumber]),
      new Set([third?.link, third?.trackingNumber]),
    ]);
  });
});
