import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { redirects, sends, useOutsideWorld } from '../testing/outside-world.ts';
import { insertPrintable, printBatch } from '../testing/print-documents.ts';

const world = useOutsideWorld();
const server = useTestServer({ internet: world.internet });

const blackPng = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#000' } })
    .png()
    .toBuffer();

const picturesIn = (zpl: string) =>
  zpl
    .split('^XZ')
    .slice(0, -1)
    .map((page) => page.match(/\^GF[^^]+/g) ?? []);

describe('printed orders', () => {
  test('carry the logos of their brands, each fetched once a batch', async () => {
    world.answers['/own.png'] = sends(await blackPng(100, 50));
    world.answers['/kids.png'] = sends(await blackPng(50, 50));
    const merchant = await makeMerchant(server, {
      logoUrl: world.url('/own.png'),
      merchantDisplayLogoUrls: [{ name: 'Café Kids', logoUrl: world.url('/kids.png') }],
    });
    const brands = [undefined, 'Café Kids', 'CAFE KIDS', 'Another', undefined];
    const orders = await Promise.all(
      brands.map((merchantDisplayName) =>
        insertPrintable(server, merchant, { merchantDisplayName }),
      ),
    );
    const ids = orders.map(({ id }) => id);

    for (const documents of ['labels', 'packingSlips'] as const) {
      const { file } = await printBatch(merchant.call, { ids, documents });
      const pages = picturesIn((await file?.text()) ?? '');
      expect(pages).toHaveLength(5);
      const [own, kids] = pages;
      expect(own).toHaveLength(1);
      expect(kids).toHaveLength(1);
      expect(kids).not.toEqual(own);
      expect(pages).toEqual([own, kids, kids, own, own]);
    }
    expect(world.requests.toSorted()).toEqual(['logo.test/kids.png', 'logo.test/own.png']);
  });

  test.each([
    ['is not there', () => undefined],
    ['leads inside', () => redirects('http://10.0.0.7/logo.png')],
    ['is no picture', () => sends(Buffer.from('<html></html>'))],
  ])('are printed without a logo that %s', async (what, answer) => {
    const path = `/${what.replaceAll(' ', '-')}.png`;
    const given = answer();
    if (given) world.answers[path] = given;
    const merchant = await makeMerchant(server, { logoUrl: world.url(path) });
    const { id } = await insertPrintable(server, merchant);

    for (const address of [`/labels/${id}`, `/labels/packingslip/${id}`]) {
      const printed = await merchant.call('GET', `${address}?format=zpl`);
      expect(printed.statusCode).toBe(200);
      expect(picturesIn(printed.body)).toEqual([[]]);
    }
    expect(world.requests).toEqual([`logo.test${path}`]);
  });
});
