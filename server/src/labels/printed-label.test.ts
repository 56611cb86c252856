import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as mupdf from 'mupdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { ready } from 'zpl-renderer-js';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { labelContents, type LabelContent } from './label-content.ts';
import { labelledOrder } from './label-fixture.ts';
import { layOutLabel } from './label-layout.ts';
import { renderPdf } from './render-pdf.ts';
import { renderZpl } from './render-zpl.ts';

const DOTS_PER_MILLIMETRE = 8;
const MILLIMETRES = { width: 101.5, height: 152.25 };

beforeAll(async () => {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  const file = await readFile(wasm);
  await prepareZXingModule({
    overrides: { wasmBinary: file.buffer },
    fireImmediately: true,
  });
});

/** What a scanner reads on a picture: the text of each code by its format. */
async function scan(png: Uint8Array): Promise<{ format: string; text: string }[]> {
  const codes = await readBarcodes(png, { formats: ['Code128', 'QRCode'] });
  return codes
    .map(({ format, text }) => ({ format, text }))
    .toSorted((one, other) => one.format.localeCompare(other.format));
}

async function zplPicture(zpl: string): Promise<Uint8Array> {
  const { api } = await ready;
  const { width, height } = MILLIMETRES;
  return Buffer.from(await api.zplToBase64Async(zpl, width, height, DOTS_PER_MILLIMETRE), 'base64');
}

function pdfPictures(pdf: Buffer): Uint8Array[] {
  const document = mupdf.Document.openDocument(pdf, 'application/pdf');
  const scale = mupdf.Matrix.scale(203 / 72, 203 / 72);
  return Array.from({ length: document.countPages() }, (_, page) =>
    document.loadPage(page).toPixmap(scale, mupdf.ColorSpace.DeviceGray, false).asPNG(),
  );
}

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
  const merchant = { name: 'Boulangerie du Coin', language, timeZone: 'America/Toronto' };
  return labelContents(order, merchant, 'https://portage.example/track', 'M5J TOR-1');
};

describe.each(['en', 'fr'] as const)('a printed label in %s', (language) => {
  const contents = contentsIn(language);
  const layouts = contents.map(layOutLabel);

  it('scans as the tracking number and the link when printed from ZPL', async () => {
    const [layout] = layouts;
    const [content] = contents;
    if (!layout || !content) throw new RangeError('An order has a label');
    expect(await scan(await zplPicture(renderZpl([layout])))).toEqual(codesOf(content));
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
