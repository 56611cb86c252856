import * as mupdf from 'mupdf';
import { describe, expect, it } from 'vitest';
import { code128Modules, code128Widths } from './barcodes.ts';
import { LABEL_SIZE, type Box, type LayoutItem, type PageLayout } from './layout-items.ts';
import { renderPdf } from './render-pdf.ts';
import { textBlock } from './text-block.ts';

const WHOLE: Box = { x: 0, y: 0, ...LABEL_SIZE };
const MIDDLE: Box = { x: 206, y: 409, width: 400, height: 400 };

const pageOf = (...items: LayoutItem[]): PageLayout => ({ ...LABEL_SIZE, items });
const pageSaying = (text: string) => pageOf(...textBlock(text, MIDDLE, { size: 60 }));

const beginning = (page: PageLayout): PageLayout => ({ ...page, beginsSheet: true });
const open = (pdf: Uint8Array) => mupdf.Document.openDocument(pdf, 'application/pdf');

async function pagesOf(layouts: readonly PageLayout[], format: 'pdf' | 'pdf_letter' = 'pdf') {
  const document = open(await renderPdf(layouts, format));
  return Array.from({ length: document.countPages() }, (_, index) => document.loadPage(index));
}

function pixelsOf(page: mupdf.Page) {
  const picture = page.toPixmap(mupdf.Matrix.identity, mupdf.ColorSpace.DeviceGray, false);
  const pixels = picture.getPixels();
  return {
    at: (x: number, y: number) => pixels[y * picture.getStride() + x],
    isMarked: (from: number, to: number) =>
      pixels.some((gray, at) => {
        const x = at % picture.getStride();
        return x >= from && x < to && gray < 255;
      }),
  };
}

const sayingsOf = (page: mupdf.Page) => page.toStructuredText('').asText().trim().split(/\s+/);

describe('a PDF of labels', () => {
  it('has a page of 4 × 6 inches for each', async () => {
    const pages = await pagesOf([pageSaying('One'), pageSaying('Two')]);
    expect(pages.map((page) => page.getBounds())).toEqual([
      [0, 0, 288, 432],
      [0, 0, 288, 432],
    ]);
    expect(pages.map(sayingsOf)).toEqual([['One'], ['Two']]);
  });

  it('contains its text, with PDF delimiters and accents', async () => {
    const text = '(L’Été)—5€)(';
    const [page] = await pagesOf([pageSaying(text)]);
    expect(page && sayingsOf(page)).toEqual([text]);
  });

  it.each(['Шевченко', 'Nguyễn', 'مرحبا', 'שלום', '陳偉 Lee 김철수', 'ਸਿੰਘ'])(
    'contains its text in %s',
    async (text) => {
      const [page] = await pagesOf([pageSaying(text)]);
      expect(page && sayingsOf(page).join(' ')).toBe(text);
    },
  );

  it.each(['Łódź Office', 'محمد بن', 'Notes: مرحبا'])(
    'can be searched for %s, without the ligatures and joined letters that it shows',
    async (text) => {
      const [page] = await pagesOf([pageSaying(text)]);
      const copied = page?.toStructuredText('preserve-ligatures').asText().trim();
      expect(copied).toBe(text);
    },
  );

  it('stands upright, with white text on black', async () => {
    const black = { x: 0, y: 0, width: LABEL_SIZE.width, height: 203 };
    const text = textBlock('I', black, {
      size: 200,
      weight: 'bold',
      align: 'center',
      reversed: true,
      centered: true,
    });
    const [page] = await pagesOf([pageOf({ kind: 'fill', box: black }, ...text)]);
    const pixels = page && pixelsOf(page);
    expect([pixels?.at(144, 36), pixels?.at(10, 36), pixels?.at(144, 300)]).toEqual([255, 0, 255]);
  });

  it('is the same file at any time, and names its first and last barcode', async () => {
    const coded = (data: string) => pageOf({ kind: 'code128', box: MIDDLE, data, module: 2 });
    const layouts = [coded('PTG-1'), pageSaying('Between'), coded('PTG-3')];
    const pdf = await renderPdf(layouts, 'pdf');
    expect(open(pdf).getMetaData('info:Title')).toBe('Portage PTG-1 PTG-3');
    expect(pdf.toString('latin1')).not.toContain('CreationDate');
    expect((await renderPdf(layouts, 'pdf')).equals(pdf)).toBe(true);
  });

  it.each(['pdf', 'pdf_letter'] as const)(
    'asks viewers to print it in its size and on one side as %s',
    async (format) => {
      const root = open(await renderPdf([pageSaying('One')], format))
        .asPDF()
        ?.getTrailer()
        .get('Root');
      const asked = ['PrintScaling', 'Duplex'].map((name) =>
        root?.get('ViewerPreferences', name).asName(),
      );
      expect(asked).toEqual(['None', 'Simplex']);
    },
  );

  it('keeps the bars within their dots where a browser rounds their edges', async () => {
    const data = 'PTGT4ARWMG3TPS-1';
    const box = { x: 89, y: 400, width: 3 * code128Modules(data), height: 200 };
    const [page] = await pagesOf([pageOf({ kind: 'code128', box, data, module: 3 })]);
    const scale = mupdf.Matrix.scale(203 / 72, 203 / 72);
    const picture = page?.toPixmap(scale, mupdf.ColorSpace.DeviceGray, false);
    const start = 500 * (picture?.getStride() ?? 0);
    const row = picture?.getPixels().subarray(start, start + LABEL_SIZE.width) ?? [];
    const bars = code128Widths(data).filter((_, index) => index % 2 === 0);
    const dots = 3 * bars.reduce((sum, modules) => sum + modules);
    expect(Array.from(row).filter((gray) => gray < 255)).toHaveLength(dots);
  });

  it('is a document without pages when there is nothing to print', async () => {
    expect(open(await renderPdf([], 'pdf')).countPages()).toBe(0);
  });
});

describe('a picture of a PDF', () => {
  const gray = Uint8Array.from({ length: 64 * 32 }, (_, at) => (at % 64 < 32 ? 0 : 128));
  const picture = { width: 64, height: 32, gray };
  const page = pageOf({ kind: 'picture', box: WHOLE, picture });

  it('keeps its proportions and shades in the middle of its box', async () => {
    const [drawn] = await pagesOf([page]);
    const pixels = drawn && pixelsOf(drawn);
    expect([pixels?.at(72, 216), pixels?.at(216, 216)]).toEqual([0, 128]);
    expect([pixels?.at(72, 140), pixels?.at(72, 290)]).toEqual([255, 255]);
  });

  it('stands upright', async () => {
    const dark = Uint8Array.from({ length: 16 }, (_, at) => (at < 8 ? 0 : 255));
    const item = {
      kind: 'picture',
      box: WHOLE,
      picture: { width: 4, height: 4, gray: dark },
    } as const;
    const [drawn] = await pagesOf([pageOf(item)]);
    const pixels = drawn && pixelsOf(drawn);
    expect([pixels?.at(144, 100), pixels?.at(144, 330)]).toEqual([0, 255]);
  });

  it('is in the file once, however often it is drawn', async () => {
    const noise = Uint8Array.from({ length: 200 * 100 }, (_, at) => (at * 7919 * (at + 1)) % 251);
    const noisy = pageOf({
      kind: 'picture',
      box: MIDDLE,
      picture: { width: 200, height: 100, gray: noise },
    });
    const one = await renderPdf([noisy], 'pdf');
    const twenty = await renderPdf(
      Array.from({ length: 20 }, () => noisy),
      'pdf',
    );
    expect(one.length).toBeGreaterThan(1000);
    expect(twenty.toString('latin1').split('/Subtype /Image').length - 1).toBe(1);
  });
});

describe('letter sheets', () => {
  it('hold two labels each, from left to right', async () => {
    const sheets = await pagesOf(['One', 'Two', 'Three'].map(pageSaying), 'pdf_letter');
    expect(sheets.map((sheet) => sheet.getBounds())).toEqual([
      [0, 0, 792, 612],
      [0, 0, 792, 612],
    ]);
    expect(sheets.map(sayingsOf)).toEqual([['One', 'Two'], ['Three']]);
  });

  it('start a new sheet where required', async () => {
    const [one, two, three, four] = ['One', 'Two', 'Three', 'Four'].map(pageSaying);
    const layouts = [one, two, three, four].flatMap((page) => (page ? [page] : []));
    const sheets = await pagesOf(
      layouts.map((page, index) => (index === 3 ? beginning(page) : page)),
      'pdf_letter',
    );
    expect(sheets.map(sayingsOf)).toEqual([['One', 'Two'], ['Three'], ['Four']]);
  });

  it('have cut marks outside the corners of each label', async () => {
    const [full, half] = await pagesOf([pageOf(), pageOf(), pageOf()], 'pdf_letter');
    const [onFull, onHalf] = [full && pixelsOf(full), half && pixelsOf(half)];
    expect([onFull?.isMarked(0, 396), onFull?.isMarked(396, 792)]).toEqual([true, true]);
    expect([onHalf?.isMarked(0, 396), onHalf?.isMarked(396, 792)]).toEqual([true, false]);
    // The label itself stays clean.
    expect(onFull?.isMarked(60, 336)).toBe(false);
  });
});
