import { expect, test } from 'vitest';
import { CLOCK_TOLERANCE, REPORTABLE_FOR } from '@portage/contract/orders/carrier';
import { DAY } from '@portage/contract/time';
import { deleteOldRows } from '../jobs/retention-queries.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { locatedOrder, statusReport } from '../testing/carrier-events.ts';
import { insertOrder } from '../testing/insert-order.ts';
import { makeCarrier } from '../testing/make-carrier.ts';
import { makeMerchant } from '../testing/make-merchant.ts';

const server = useTestServer();

const REMEMBERED_FOR = REPORTABLE_FOR + CLOCK_TOLERANCE + 30 * DAY;

test('a forgotten event is too old to be reported again', async () => {
  const [merchant, carrier] = [await makeMerchant(server), await makeCarrier(server)];
  const order = await insertOrder(server, merchant, ({ merchantId, createdBy: username }) =>
    locatedOrder(TEST_NOW, { author: { merchantId, username } }),
  );
  // By a clock that is as far ahead as may be.
  const event = statusReport(order, 'CARRIER_PICKED_UP', TEST_NOW + CLOCK_TOLERANCE);
  const reportAt = async (now: number) => {
    server.setNow(now);
    const [outcome] = await carrier.report([event]);
    return outcome?.code ?? outcome?.result;
  };
  const isRemembered = async () => {
    const { db } = server.deps;
    return (await db.selectFrom('carrier_events').select('event_id').execute()).length > 0;
  };
  expect(await reportAt(TEST_NOW)).toBe('applied');
  server.setNow(TEST_NOW + REMEMBERED_FOR);
  await deleteOldRows(server.deps, 'carrier_events');
  expect(await isRemembered()).toBe(true);
  server.setNow(TEST_NOW + REMEMBERED_FOR + 1);
  await deleteOldRows(server.deps, 'carrier_events');
  expect(await isRemembered()).toBe(false);
  expect(await reportAt(TEST_NOW + REMEMBERED_FOR + 1)).toBe('event_too_old');
});
