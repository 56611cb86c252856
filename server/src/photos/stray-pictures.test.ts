import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import type { Order } from '@portage/contract/orders/orders';
import { DAY } from '@portage/contract/time';
import { purgeDeletedOrders } from '../orders/delete-orders.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { makeOrder } from '../testing/make-order.ts';
import { JPEG, PNG } from '../testing/sample-pictures.ts';
import { useDriver } from '../testing/use-driver.ts';
import { cleanPicture, deleteStrayPicture } from './upload-photo.ts';

const server = useTestServer();
const { upload, makeOrderWithPhotos } = useDriver(server);
const { picture: stored } = await cleanPicture(JPEG);

describe('a picture without a photo is not kept', () => {
  const photosOf = ({ id }: Order) =>
    server.deps.db.selectFrom('order_photos').select('id').where('order_id', '=', id).execute();

  test('a job deletes the picture of an upload that broke off', async () => {
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
    expect(await photos.get(photoId)).toEqual(stored);
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

  test('the job keeps the picture of an uploaded photo, also of a deleted order', async () => {
    const merchant = await makeMerchant(server);
    const { order, ids } = await makeOrderWithPhotos(merchant);
    const photo = { merchantId: order.merchantId, orderId: order.id, photoId: ids[0] ?? '' };
    await deleteStrayPicture(server.deps, photo);
    await merchant.call('DELETE', `/orders/${order.id}`);
    await deleteStrayPicture(server.deps, photo);
    expect(await server.deps.photos.get(photo.photoId)).toEqual(stored);
  });

  test('purging a deleted order deletes its photos and their pictures, and no others', async () => {
    const merchant = await makeMerchant(server);
    const [purged, kept] = [
      await makeOrderWithPhotos(merchant, [JPEG, PNG]),
      await makeOrderWithPhotos(merchant),
    ];
    await merchant.call('DELETE', `/orders/${purged.order.id}`);
    const clock = { now: () => TEST_NOW + 31 * DAY };
    await purgeDeletedOrders({ db: server.deps.db, clock });

    expect(await photosOf(purged.order)).toEqual([]);
    expect(await photosOf(kept.order)).toHaveLength(1);
    await vi.waitFor(async () => {
      for (const id of purged.ids) expect(await server.deps.photos.get(id)).toBeUndefined();
    }, 15_000);
    expect(await server.deps.photos.get(kept.ids[0] ?? '')).toEqual(stored);
  });
});
