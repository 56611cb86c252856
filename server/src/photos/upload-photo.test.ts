import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test, vi } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import { LARGEST_PHOTO, MOST_PHOTOS } from '@portage/contract/orders/carrier';
import { redactRecipients } from '../orders/redact-recipients.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { codeOf, makeMerchant } from '../testing/make-merchant.ts';
import { makeOrder } from '../testing/make-order.ts';
import { JPEG, PNG } from '../testing/sample-pictures.ts';
import { linksOf, useDriver } from '../testing/use-driver.ts';

const server = useTestServer();
const { upload, makeOrderWithPhotos } = useDriver(server);

test('a photo can be uploaded by the tracking number of a package', async () => {
  const merchant = await makeMerchant(server);
  const order = await makeOrder(merchant);
  const [box] = order.packages;
  expect((await upload(box?.trackingNumber ?? '', PNG)).statusCode).toBe(201);
  expect(await linksOf(merchant, order)).toHaveLength(1);
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

  test('a file that is not a picture', async () => {
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
    expect([refused.statusCode, codeOf(refused)]).toEqual([413, 'body_too_large']);
    expect(refused.json<Problem>().detail).toContain(LARGEST_PHOTO.toLocaleString('fr-CA'));
  });

  test('one for an unknown number', async () => {
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

  test('one of an order whose recipient is erased while the picture is stored', async () => {
    const merchant = await makeMerchant(server);
    const { order } = await makeOrderWithPhotos(merchant, []);
    const { merchantId, id } = order;
    vi.spyOn(server.deps.photos, 'put').mockImplementationOnce(() =>
      redactRecipients(server.deps, { merchantId, orderIds: [id], until: 0 }),
    );
    expect(codeOf(await upload(order.trackingNumber, JPEG))).toBe('order_deleted');
    expect(await linksOf(merchant, order)).toEqual([]);
  });

  test('one beyond the order’s limit, without affecting other orders', async () => {
    const merchant = await makeMerchant(server);
    const { order } = await makeOrderWithPhotos(merchant, [JPEG]);
    const ids = Array.from({ length: MOST_PHOTOS - 2 }, () => uuidv7());
    await server.deps.db
      .insertInto('order_photos')
      .values(
        ids.map((id) => ({
          merchant_id: merchant.merchant.id,
          order_id: order.id,
          id,
          media_type: 'image/jpeg',
          uploaded_at: new Date(TEST_NOW),
        })),
      )
      .execute();
    expect((await upload(order.trackingNumber, JPEG)).statusCode).toBe(201);
    const refused = await upload(order.trackingNumber, JPEG, { locale: 'FR' });
    expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'too_many_photos']);
    expect(refused.json<Problem>().detail).toContain(
      `a ${MOST_PHOTOS.toLocaleString('fr-CA')} photos`,
    );
    expect(await linksOf(merchant, order)).toHaveLength(MOST_PHOTOS);
    await makeOrderWithPhotos(merchant, [JPEG]);
  });
});
