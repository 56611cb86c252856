import { randomBytes } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { LARGEST_PHOTO } from '@portage/contract/carrier';
import type { Problem } from '@portage/contract/errors';
import type { Order } from '@portage/contract/orders';
import { PHOTO_LINK_LASTS, photoPath, type PhotoLink } from '@portage/contract/photos';
import { createCarrierKey } from '../carrier/create-carrier-key.ts';
import { openLog } from '../log.ts';
import { purgeDeletedOrders } from '../orders/deletion/purge-deleted-orders.ts';
import { restoreOrder } from '../orders/deletion/restore-order.ts';
import { buildServer } from '../server.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { makeOrder } from '../testing/make-order.ts';
import { GIF, JPEG, PNG } from '../testing/sample-pictures.ts';
import { deleteStrayPicture } from './delete-stray-picture.ts';

const server = useTestServer();
let carrierKey: string;
beforeAll(async () => {
  ({ key: carrierKey } = await createCarrierKey(server.deps, 'Drivers'));
});

/** Uploads a file as the carrier does. */
function upload(
  trackingNumber: string,
  payload: Buffer | string,
  headers: Record<string, string> = {},
) {
  return server.app.inject({
    method: 'POST',
    url: '/api/carrier/photos',
    query: { trackingNumber },
    headers: {
      authorization: `Bearer ${carrierKey}`,
      'content-type': 'image/jpeg',
      ...headers,
    },
    payload,
  });
}

const codeOf = (response: LightMyRequestResponse) => response.json<Problem>().code;
const open = (url: string) => server.app.inject({ url: `/api${url}` });

/** An order of the merchant with photos, and their ids. */
async function makeOrderWithPhotos(merchant: TestMerchant, pictures: Buffer[] = [JPEG]) {
  const order = await makeOrder(merchant);
  const ids: string[] = [];
  for (const picture of pictures) {
    const uploaded = await upload(order.trackingNumber, picture);
    expect(uploaded.statusCode).toBe(201);
    ids.push(uploaded.json<{ id: string }>().id);
  }
  return { order, ids };
}

async function linksOf(merchant: TestMerchant, { id }: Order): Promise<PhotoLink[]> {
  const response = await merchant.call('GET', `/orders/${id}/photos`);
  expect(response.statusCode).toBe(200);
  return response.json<{ links: PhotoLink[] }>().links;
}

test('the carrier’s photos are shown to their merchant, and by links to whoever has them', async () => {
  const merchant = await makeMerchant(server);
  const { order, ids } = await makeOrderWithPhotos(merchant, [JPEG, PNG, GIF]);
  const links = await linksOf(merchant, order);
  expect(links.map(({ path }) => path)).toEqual(ids.map((id) => photoPath(order.id, id)));

  const pictures = [JPEG, PNG, GIF].map((picture, nth) => ({
    picture,
    mediaType: ['image/jpeg', 'image/png', 'image/gif'][nth],
  }));
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

test('a photo can be uploaded by the tracking number of a package', async () => {
  const merchant = await makeMerchant(server);
  const order = await makeOrder(merchant);
  const [box] = order.packages;
  expect((await upload(box?.trackingNumber ?? '', PNG)).statusCode).toBe(201);
  expect(await linksOf(merchant, order)).toHaveLength(1);
});

test('an order without photos has no links, and another merchant’s order is answered like none', async () => {
  const [owner, stranger] = [await makeMerchant(server), await makeMerchant(server)];
  const order = await makeOrder(owner);
  expect(await linksOf(owner, order)).toEqual([]);
  const refused = await stranger.call('GET', `/orders/${order.id}/photos`);
  expect([refused.statusCode, codeOf(refused)]).toEqual([404, 'order_not_found']);
});

describe('an upload is refused:', () => {
  test.each([
    ['HTML that says to be a picture', '<!doctype html><script>alert(1)</script>'],
    ['SVG that says to be a picture', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a picture that was cut off', JPEG.subarray(0, -20)],
    ['nothing at all', ''],
  ])('%s', async (_what, payload) => {
    const merchant = await makeMerchant(server);
    const { order } = await makeOrderWithPhotos(merchant, []);
    const refused = await upload(order.trackingNumber, payload);
    expect([refused.statusCode, codeOf(refused)]).toEqual([415, 'photo_unsupported']);
    expect(await linksOf(merchant, order)).toEqual([]);
  });

  test('a file that does not even say to be a picture', async () => {
    const { order } = await makeOrderWithPhotos(await makeMerchant(server), []);
    for (const type of ['text/html', 'image/svg+xml', 'application/json', 'multipart/form-data']) {
      const refused = await upload(order.trackingNumber, JPEG, { 'content-type': type });
      expect([type, codeOf(refused)]).toEqual([type, 'unsupported_media_type']);
      expect(refused.json()).toMatchObject({
        detail: 'Send the body as image/jpeg, image/png or image/gif.',
      });
    }
  });

  test('a file too large, in the language of the request', async () => {
    const { order } = await makeOrderWithPhotos(await makeMerchant(server), []);
    const large = Buffer.concat([JPEG, Buffer.alloc(LARGEST_PHOTO - JPEG.length)]);
    expect((await upload(order.trackingNumber, large)).statusCode).toBe(201);
    const larger = Buffer.concat([large, Buffer.of(0)]);
    const refused = await upload(order.trackingNumber, larger, { locale: 'FR' });
    expect(refused.statusCode).toBe(413);
    expect(refused.json<Problem>()).toMatchObject({ code: 'body_too_large' });
    expect(refused.json<Problem>().detail).toContain(String(LARGEST_PHOTO));
  });

  test('one for a number that no order and no package has', async () => {
    const { order } = await makeOrderWithPhotos(await makeMerchant(server), []);
    for (const number of ['PTG0000000000', `${order.trackingNumber}-2`]) {
      const refused = await upload(number, JPEG);
      expect([refused.statusCode, codeOf(refused)]).toEqual([404, 'tracking_number_unknown']);
    }
  });

  test('one for a deleted order', async () => {
    const merchant = await makeMerchant(server);
    const { order } = await makeOrderWithPhotos(merchant, []);
    await merchant.call('DELETE', `/orders/${order.id}`);
    const refused = await upload(order.trackingNumber, JPEG);
    expect([refused.statusCode, codeOf(refused)]).toEqual([410, 'order_deleted']);
  });

  test('one without a carrier key that is in force', async () => {
    const merchant = await makeMerchant(server);
    const { order } = await makeOrderWithPhotos(merchant, []);
    for (const token of ['', merchant.token, randomBytes(32).toString('base64url')]) {
      const authorization = `Bearer ${token}`;
      const refused = await upload(order.trackingNumber, JPEG, { authorization });
      expect([refused.statusCode, codeOf(refused)]).toEqual([401, 'invalid_carrier_key']);
    }
  });
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
    server.setNow(TEST_NOW);
    expect([expired.statusCode, codeOf(expired)]).toEqual([404, 'photo_not_found']);
    expect(expired.headers['cache-control']).toBeUndefined();
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

  test('by another merchant, at another order, or where there is none', async () => {
    const [owner, stranger] = [await makeMerchant(server), await makeMerchant(server)];
    const { order, ids } = await makeOrderWithPhotos(owner);
    const other = await makeOrder(owner);
    const [id = ''] = ids;
    for (const response of [
      await stranger.call('GET', photoPath(order.id, id)),
      await owner.call('GET', photoPath(other.id, id)),
      await owner.call('GET', photoPath(order.id, uuidv7())),
    ]) {
      expect([response.statusCode, codeOf(response)]).toEqual([404, 'photo_not_found']);
    }
    const withoutSession = await open(photoPath(order.id, id));
    expect(codeOf(withoutSession)).toBe('not_signed_in');
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

describe('no picture is kept of which there is no photo', () => {
  const photosOf = ({ id }: Order) =>
    server.deps.db.selectFrom('order_photos').select('id').where('order_id', '=', id).execute();

  test('when an upload breaks off, a job told of it beforehand deletes the picture', async () => {
    const merchant = await makeMerchant(server);
    const order = await makeOrder(merchant);
    const { photos } = server.deps;
    const put = vi.spyOn(photos, 'put').mockImplementationOnce(async (id, picture) => {
      await photos.put(id, picture);
      throw new Error('the process is killed');
    });
    expect((await upload(order.trackingNumber, JPEG)).statusCode).toBe(500);
    const photoId = put.mock.calls[0]?.[0] ?? '';
    put.mockRestore();
    expect(await photos.get(photoId)).toEqual(JPEG);
    expect(await photosOf(order)).toEqual([]);

    const job = { merchantId: order.merchantId, orderId: order.id, photoId };
    const { rows } = await sql<{ minutes: number }>`
      select extract(epoch from run_at - now()) / 60 as minutes
      from graphile_worker._private_jobs where payload->>'photoId' = ${photoId}
    `.execute(server.deps.db);
    expect(Number(rows[0]?.minutes)).toBeCloseTo(60, -1);
    await deleteStrayPicture(server.deps, job);
    await deleteStrayPicture(server.deps, job);
    expect(await photos.get(photoId)).toBeUndefined();
  });

  test('the job leaves the picture of a photo that was uploaded, also of a deleted order', async () => {
    const merchant = await makeMerchant(server);
    const { order, ids } = await makeOrderWithPhotos(merchant);
    const photo = { merchantId: order.merchantId, orderId: order.id, photoId: ids[0] ?? '' };
    await deleteStrayPicture(server.deps, photo);
    await merchant.call('DELETE', `/orders/${order.id}`);
    await deleteStrayPicture(server.deps, photo);
    expect(await server.deps.photos.get(photo.photoId)).toEqual(JPEG);
  });

  test('purging a deleted order deletes its photos and their pictures, and no others', async () => {
    const merchant = await makeMerchant(server);
    const [purged, kept] = [
      await makeOrderWithPhotos(merchant, [JPEG, PNG]),
      await makeOrderWithPhotos(merchant),
    ];
    await merchant.call('DELETE', `/orders/${purged.order.id}`);
    const clock = { now: () => TEST_NOW + 31 * 24 * 60 * 60 * 1000 };
    await purgeDeletedOrders({ db: server.deps.db, clock });

    expect(await photosOf(purged.order)).toEqual([]);
    expect(await photosOf(kept.order)).toHaveLength(1);
    await vi.waitFor(async () => {
      for (const id of purged.ids) expect(await server.deps.photos.get(id)).toBeUndefined();
    }, 5000);
    expect(await server.deps.photos.get(kept.ids[0] ?? '')).toEqual(JPEG);
  });
});

test('the link to a photo is written to no log', async () => {
  const lines: string[] = [];
  const log = openLog('trace', { write: (line) => void lines.push(line) });
  const app = await buildServer({ ...server.deps, log });
  await app.inject({ url: '/api/photos/a-link-that-must-not-be-seen' });
  await app.close();
  expect(lines.join('')).toContain('"path":"/api/photos/[redacted]"');
  expect(lines.join('')).not.toContain('must-not-be-seen');
});
