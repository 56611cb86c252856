import { describe, expect, test } from 'vitest';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { makeOrder, waitUntilPlaced } from '../testing/make-order.ts';
import { DAY, HOUR } from '../durations.ts';

const server = useTestServer();

const address = (street: string, city: string, province: string, postalCode: string) => ({
  street,
  city,
  province,
  postalCode,
  country: 'CA' as const,
});

describe('an order that cannot be carried says why', () => {
  test.each([
    [
      'GEOCODEDFAILED',
      'an address that does not exist',
      { recipientAddress: address('1 Nowhere Rd', 'Nowhere', 'ON', 'K9Z 9Z9') },
    ],
    [
      'OUT_OF_FSA',
      'an address outside every service area',
      { recipientAddress: address('4920 52 St', 'Yellowknife', 'NT', 'X1A 3T1') },
    ],
    [
      'UNSUPPORTED_WEIGHT',
      'a package over the limit',
      { packages: [{ weightOptions: { weight: 501, unit: 'lb' as const } }] },
    ],
    [
      'RATE_FAILED',
      'a service that does not reach the destination',
      {
        service: 'SAMEDAY' as const,
        recipientAddress: address('900 Granville St', 'Vancouver', 'BC', 'V6Z 1K3'),
      },
    ],
    [
      'INVALIDTIME',
      'a window that is not offered',
      {
        service: 'SCHEDULED' as const,
        window: { start: TEST_NOW + 60 * DAY, end: TEST_NOW + 60 * DAY + HOUR },
      },
    ],
  ])('%s for %s', async (status, _case, changes) => {
    const merchant = await makeMerchant(server);
    const { id } = await makeOrder(merchant, changes);
    const order = await waitUntilPlaced(merchant, id);
    expect(order.orderStatus).toBe(status);
    expect(order.timelineEvents.at(-1)?.event).toBe(status);
  });

  test('a heavy order is carried only for merchants with the feature', async () => {
    const heavy = { packages: [{ weightOptions: { weight: 120, unit: 'lb' as const } }] };
    const without = await makeMerchant(server);
    const { id } = await makeOrder(without, heavy);
    expect((await waitUntilPlaced(without, id)).orderStatus).toBe('UNSUPPORTED_WEIGHT');

    const withFeature = await makeMerchant(server);
    await server.deps.db
      .insertInto('feature_flags')
      .values({
        flag: 'heavy-parcel-consolidation-v1',
        merchant_id: withFeature.merchant.id,
        enabled: true,
      })
      .execute();
    const { id: carried } = await makeOrder(withFeature, heavy);
    expect(await waitUntilPlaced(withFeature, carried)).toMatchObject({
      orderStatus: 'GEOCODED',
      deliveryType: 'HEAVY',
    });
  });
});
