import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { DAY, MINUTE } from '@portage/contract/time';
import { deleteOldRows } from '../jobs/retention-queries.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { merchantProfile, makeMerchant } from '../testing/make-merchant.ts';
import { redirects, sends, useOutsideWorld } from '../testing/outside-world.ts';
import { insertPrintable, printBatch } from '../testing/print-documents.ts';
import { recordedLog } from '../testing/recorded-log.ts';
import { findLogo, logoUrlOf } from './find-logo.ts';
import { openLogoSource } from './logo-source.ts';

const world = useOutsideWorld();
const server = useTestServer({ internet: world.internet });

const blackPng = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#000' } })
    .png()
    .toBuffer();

const logos = (function* () {
  for (let number = 1; ; number += 1) yield world.url(`/logo-${number}.png`);
})();
const newUrl = () => logos.next().value;

const pathOf = (url: string) => new URL(url).pathname;

async function sizeFound(logoUrl: string) {
  const logo = await findLogo(server.deps, merchantProfile({ logoUrl }), undefined);
  return logo && { width: logo.width, height: logo.height };
}

const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000 });

const knownLogo = (url: string) =>
  server.deps.db.selectFrom('logos').selectAll().where('url', '=', url).executeTakeFirst();

describe('the logo of a label', () => {
  test('is fetched for the first label, and kept for the next ones', async () => {
    const url = newUrl();
    world.answers[pathOf(url)] = sends(await blackPng(60, 20));
    const first = await findLogo(server.deps, merchantProfile({ logoUrl: url }), undefined);
    const second = await findLogo(server.deps, merchantProfile({ logoUrl: url }), undefined);
    expect(first).toEqual({ width: 60, height: 20, gray: Buffer.alloc(60 * 20) });
    expect(second).toEqual(first);
    expect(world.requests).toHaveLength(1);
  });

  test('is missing for a merchant without one, without any request', async () => {
    expect(await findLogo(server.deps, merchantProfile(), 'Café Été')).toBeUndefined();
    expect(world.requests).toEqual([]);
  });

  test('is fetched once for five hundred labels at once', async () => {
    const url = newUrl();
    world.answers[pathOf(url)] = sends(await blackPng(60, 20));
    const found = await Promise.all(Array.from({ length: 500 }, () => sizeFound(url)));
    expect(new Set(found.map((size) => size?.width))).toEqual(new Set([60]));
    expect(world.requests).toHaveLength(1);
  });

  test('is available at once to another process', async () => {
    const url = newUrl();
    world.answers[pathOf(url)] = sends(await blackPng(60, 20));
    await sizeFound(url);
    const other = openLogoSource(server.deps, world.internet);
    const deps = { ...server.deps, logos: other };
    expect(await findLogo(deps, merchantProfile({ logoUrl: url }), undefined)).toBeDefined();
    expect(world.requests).toHaveLength(1);
    await other.stop();
  });
});

describe('a logo that is a day old', () => {
  test('is printed once more while the new one is fetched', async () => {
    const url = newUrl();
    world.answers[pathOf(url)] = sends(await blackPng(60, 20));
    await sizeFound(url);
    world.answers[pathOf(url)] = sends(await blackPng(40, 40));
    server.setNow(TEST_NOW + DAY - 1);
    expect(await sizeFound(url)).toEqual({ width: 60, height: 20 });
    expect(world.requests).toHaveLength(1);

    server.setNow(TEST_NOW + DAY);
    expect(await sizeFound(url)).toEqual({ width: 60, height: 20 });
    await soon(async () => expect(await sizeFound(url)).toEqual({ width: 40, height: 40 }));
    expect(world.requests).toHaveLength(2);
  });

  test('is still printed when it is gone, and requested every ten minutes', async () => {
    const url = newUrl();
    world.answers[pathOf(url)] = sends(await blackPng(60, 20));
    await sizeFound(url);
    delete world.answers[pathOf(url)];

    let askedAt = TEST_NOW;
    for (const minutes of [0, 10]) {
      server.setNow(TEST_NOW + DAY + minutes * MINUTE);
      expect(await sizeFound(url)).toEqual({ width: 60, height: 20 });
      await soon(async () => expect((await knownLogo(url))?.fetched_at).not.toBe(askedAt));
      askedAt = (await knownLogo(url))?.fetched_at ?? 0;
      server.setNow(TEST_NOW + DAY + (minutes + 10) * MINUTE - 1);
      expect(await sizeFound(url)).toEqual({ width: 60, height: 20 });
    }
    expect(world.requests).toHaveLength(3);
  });
});

describe('a label is printed without its logo', () => {
  test('that is missing, which is remembered for ten minutes', async () => {
    const url = newUrl();
    expect(await sizeFound(url)).toBeUndefined();
    world.answers[pathOf(url)] = sends(await blackPng(60, 20));
    server.setNow(TEST_NOW + 10 * MINUTE - 1);
    expect(await sizeFound(url)).toBeUndefined();
    expect(world.requests).toHaveLength(1);
    server.setNow(TEST_NOW + 10 * MINUTE);
    expect(await sizeFound(url)).toEqual({ width: 60, height: 20 });
  });

  test('whose host is slow, but the next label has it', async () => {
    const url = newUrl();
    const picture = await blackPng(60, 20);
    const answer = Promise.withResolvers<void>();
    world.answers[pathOf(url)] = async (_request, response) => {
      await answer.promise;
      response.end(picture);
    };
    expect(await sizeFound(url)).toBeUndefined();
    answer.resolve();
    expect(await server.deps.logos.fetch(url)).toMatchObject({ width: 60 });
    expect(await sizeFound(url)).toEqual({ width: 60, height: 20 });
    expect(world.requests).toHaveLength(1);
  });

  test('while a hundred others are being fetched, without any request', async () => {
    const source = openLogoSource(server.deps, world.internet);
    const urls = Array.from({ length: 100 }, newUrl);
    for (const url of urls) world.answers[pathOf(url)] = () => undefined;
    const others = urls.map((url) => source.fetch(url));
    const deps = { ...server.deps, logos: source };
    const logoUrl = newUrl();
    expect(await findLogo(deps, merchantProfile({ logoUrl }), undefined)).toBeUndefined();
    expect(await knownLogo(logoUrl)).toBeUndefined();
    await source.stop();
    await Promise.all(others);
  });

  test('whose stored picture cannot be read', async () => {
    const url = newUrl();
    await server.deps.db
      .insertInto('logos')
      .values({ url, fetched_at: new Date(TEST_NOW + DAY), picture: Buffer.from('broken') })
      .execute();
    expect(await sizeFound(url)).toBeUndefined();
  });
});

test('the log says why a logo is not printed, without the query of its address', async () => {
  const { log, lines } = recordedLog('info');
  const source = openLogoSource({ ...server.deps, log }, world.internet);
  await source.fetch(`${newUrl()}?key=secret#secret`);
  await source.stop();
  expect(lines.join('')).toMatch(/logo-\d+\.png","reason":"its host answers 404"/);
  expect(lines.join('')).not.toContain('secret');
});

test('an address over two kilobytes is not requested, and the log says why', async () => {
  const { log, lines } = recordedLog('info');
  const source = openLogoSource({ ...server.deps, log }, world.internet);
  const widthFound = async (length: number) => {
    const url = `${newUrl()}?key=`;
    world.answers[pathOf(url)] = sends(await blackPng(60, 20));
    // Random, so that PostgreSQL cannot compress it.
    const key = randomBytes(length).toString('base64url').slice(url.length, length);
    const merchant = merchantProfile({ logoUrl: url + key });
    return (await findLogo({ ...server.deps, log, logos: source }, merchant, undefined))?.width;
  };
  expect(await widthFound(2048)).toBe(60);
  expect(lines).toEqual([]);
  expect(await widthFound(2049)).toBeUndefined();
  expect(lines.join('')).toMatch(/logo-\d+\.png","reason":"its address is too long"/);
  expect(world.requests).toHaveLength(1);
  await source.stop();
});

test('a logo fetched while the server stops is not taken for missing', async () => {
  const url = newUrl();
  const asked = Promise.withResolvers<void>();
  world.answers[pathOf(url)] = () => asked.resolve();
  const source = openLogoSource(server.deps, world.internet);
  const fetching = source.fetch(url);
  await asked.promise;
  await source.stop();
  expect(await fetching).toBeUndefined();
  expect(await knownLogo(url)).toBeUndefined();
});

test('logos unused for thirty days are deleted', async () => {
  const [old, recent] = [newUrl(), newUrl()];
  for (const url of [old, recent]) world.answers[pathOf(url)] = sends(await blackPng(60, 20));
  await sizeFound(old);
  server.setNow(TEST_NOW + DAY);
  await sizeFound(recent);
  server.setNow(TEST_NOW + 30 * DAY + 1);
  await deleteOldRows(server.deps, 'logos');
  expect(await knownLogo(old)).toBeUndefined();
  expect(await knownLogo(recent)).toBeDefined();
});

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
    expect(await knownLogo(world.url(path))).toMatchObject({ picture: null });
  });
});

const OWN = 'https://merchant.example/own.png';
const KIDS = 'https://merchant.example/kids.png';
const CAFE = 'https://merchant.example/cafe.png';
const TEA = 'https://merchant.example/tea.png';

const merchant = {
  logoUrl: OWN,
  merchantDisplayLogoUrls: [
    { name: 'Maple & Pine Kids', logoUrl: KIDS },
    { name: 'Café Été', logoUrl: CAFE },
    { name: '茶', logoUrl: TEA },
  ],
};

describe('the logo of an order', () => {
  test.each([
    ['Maple & Pine Kids', KIDS],
    ['  maple & pine  KIDS ', KIDS],
    ['CAFE ETE', CAFE],
    ['Cafe\u0301 E\u0301te\u0301', CAFE],
    ['茶', TEA],
  ])('of the sub-brand “%s” is its own', (name, url) => {
    expect(logoUrlOf(merchant, name)).toBe(url);
  });

  test.each([undefined, '', 'Maple & Pine', 'Maple & Pine Kids 2', '酒'])(
    'of “%s”, which has none, is the merchant’s',
    (name) => {
      expect(logoUrlOf(merchant, name)).toBe(OWN);
    },
  );

  test('is none where the merchant has none', () => {
    expect(logoUrlOf({ merchantDisplayLogoUrls: [] }, 'Café Été')).toBeUndefined();
  });
});
