import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { PHOTO_LINK_LASTS, PHOTO_MEDIA_TYPES, photoPath } from '@portage/contract/orders/photos';
import { restoreOrder } from '../orders/delete-orders.ts';
import { buildServer } from '../server.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { codeOf, makeMerchant } from '../testing/make-merchant.ts';
import { makeOrder } from '../testing/make-order.ts';
import { recordedLog } from '../testing/recorded-log.ts';
import { GIF, JPEG, PNG } from '../testing/sample-pictures.ts';
import { linksOf, useDriver } from '../testing/use-driver.ts';
import { cleanPicture } from './upload-photo.ts';

const server = useTestServer();
const { makeOrderWithPhotos } = useDriver(server);

const open = (url: string) => server.app.inject({ url: `/api${url}` });

test('the merchant sees the carrier’s photos, and links open them without a session', async () => {
  const merchant = await makeMerchant(server);
  const { order, ids } = await makeOrderWithPhotos(merchant, [JPEG, PNG, GIF]);
  const links = await linksOf(merchant, order);
  expect(links.map(({ path }) => path)).toEqual(ids.map((id) => photoPath(order.id, id)));

  const pictures = await Promise.all([JPEG, PNG, GIF].map(cleanPicture));
  expect(pictures.map(({ mediaType }) => mediaType)).toEqual(PHOTO_MEDIA_TYPES);
  for (const [nth, { picture, mediaType }] of pictures.entries()) {
    const link = links[nth];
    expect(link?.expiresAt).toBe(TEST_NOW + PHOTO_LINK_LASTS);
    const byPath = await merchant.call('GET', link?.path ?? '');
    const byLink = await open(link?.url ?? '');
    for (const response of [byPath, byLink]) {
      expect(response.statusCode).toBe(200);
      expect(response.rawPayload).toEqual(picture);
      expect(response.headers).toMatchObject({
        'content-type': mediaType,
        'content-disposition': 'inline',
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
    }
    expect(byPath.headers['cache-control']).toBe('no-store');
    expect(byLink.headers).toMatchObject({
      'cache-control': 'private, max-age=900',
      'cross-origin-resource-policy': 'cross-origin',
    });
  }
});

test('an order without photos has no links', async () => {
  const owner = await makeMerchant(server);
  expect(await linksOf(owner, await makeOrder(owner))).toEqual([]);
});

describe('a photo is not found', () => {
  test('by a link that has expired', async () => {
    const merchant = await makeMerchant(server);
    const { order } = await makeOrderWithPhotos(merchant);
    const [link] = await linksOf(merchant, order);
    server.setNow(TEST_NOW + PHOTO_LINK_LASTS - 1000);
    const last = await open(link?.url ?? '');
    expect([last.statusCode, last.headers['cache-control']]).toEqual([200, 'private, max-age=1']);
    server.setNow(TEST_NOW + PHOTO_LINK_LASTS);
    const expired = await open(link?.url ?? '');
    expect([expired.statusCode, codeOf(expired)]).toEqual([404, 'photo_not_found']);
    expect(expired.headers['cache-control']).toBe('no-store');
  });

  test('by a link that was changed or made up', async () => {
    const merchant = await makeMerchant(server);
    const { order } = await makeOrderWithPhotos(merchant);
    const [link] = await linksOf(merchant, order);
    const url = link?.url ?? '';
    const made = `/photos/${randomBytes(86).toString('base64url')}`;
    const long = `/photos/${'A'.repeat(300)}`;
    for (const wrong of [`${url}A`, url.slice(0, -1), made, long, '/photos/a']) {
      const response = await open(wrong);
      expect([response.statusCode, codeOf(response)]).toEqual([404, 'photo_not_found']);
    }
  });

  test('at another order, or where there is none', async () => {
    const owner = await makeMerchant(server);
    const { order, ids } = await makeOrderWithPhotos(owner);
    const other = await makeOrder(owner);
    const [id = ''] = ids;
    for (const response of [
      await owner.call('GET', photoPath(other.id, id)),
      await owner.call('GET', photoPath(order.id, uuidv7())),
    ]) {
      expect([response.statusCode, codeOf(response)]).toEqual([404, 'photo_not_found']);
    }
  });

  test('while its order is deleted, until that is restored', async () => {
    const merchant = await makeMerchant(server);
    const { order, ids } = await makeOrderWithPhotos(merchant);
    const [link] = await linksOf(merchant, order);
    const path = photoPath(order.id, ids[0] ?? '');
    const both = async () => [await merchant.call('GET', path), await open(link?.url ?? '')];

    await merchant.call('DELETE', `/orders/${order.id}`);
    expect((await both()).map(codeOf)).toEqual(['photo_not_found', 'photo_not_found']);
    expect(codeOf(await merchant.call('GET', `/orders/${order.id}/photos`))).toBe(
      'order_not_found',
    );

    await restoreOrder(server.deps, merchant.merchant.id, order.id);
    expect((await both()).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });
});

test('the link to a photo is written to no log', async () => {
  const { log, lines } = recordedLog('trace');
  const app = await buildServer({ ...server.deps, log });
  await app.inject({ url: '/api/photos/a-link-that-must-not-be-seen' });
  await app.close();
  expect(lines.join('')).toContain('"path":"/api/photos/[redacted]"');
  expect(lines.join('')).not.toContain('must-not-be-seen');
});
