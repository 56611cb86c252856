import { beforeEach, expect, test } from 'vitest';
import { MINUTE } from '@portage/contract/time';
import { deleteOldRows } from '../jobs/retention-queries.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import type { SecurityEventFilter } from './audit-queries.ts';
import {
  readSecurityEvents,
  type RecordedSecurityEvent,
  recordSecurityEvent,
  type SecurityEvent,
} from './record-security-event.ts';

const server = useTestServer();

beforeEach(() => server.deps.db.deleteFrom('security_events').execute());

function record(minutes: number, event: Partial<SecurityEvent> = {}): Promise<void> {
  return recordSecurityEvent(server.deps.db, {
    at: TEST_NOW + minutes * MINUTE,
    action: 'sign_in.failed',
    actor: 'jane@shop.example',
    ...event,
  });
}

async function read(filter: SecurityEventFilter = {}, limit = 100) {
  return (await pagesOf(filter, limit)).flat();
}

async function pagesOf(filter: SecurityEventFilter, limit: number) {
  const pages: RecordedSecurityEvent[][] = [];
  for await (const page of readSecurityEvents(server.deps.db, filter, limit)) pages.push(page);
  return pages;
}

const minutesOf = async (filter?: SecurityEventFilter, limit?: number) =>
  (await read(filter, limit)).map(({ at }) => (at - TEST_NOW) / MINUTE);

test('the newest events are read in the order in which they happened', async () => {
  for (const minutes of [2, 5, 1, 4, 3]) await record(minutes);
  expect(await minutesOf({}, 3)).toEqual([3, 4, 5]);
  expect(await minutesOf({}, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(await minutesOf({}, 9)).toEqual([1, 2, 3, 4, 5]);
});

test('thousands at the same moment are read once each', async () => {
  const { db } = server.deps;
  await db.transaction().execute(async (trx) => {
    for (let index = 0; index < 2100; index++) {
      await recordSecurityEvent(trx, { at: TEST_NOW, action: 'sign_in.failed', actor: 'nobody' });
    }
  });
  const pages = await pagesOf({}, 2050);
  expect(pages.map((page) => page.length)).toEqual([1000, 1000, 50]);
  const ids = pages.flat().map(({ id }) => id);
  expect(new Set(ids).size).toBe(2050);
  expect(ids).toEqual(ids.toSorted());
});

test('a span includes its start and excludes its end', async () => {
  for (const minutes of [1, 2, 3, 4]) await record(minutes);
  const at = (minutes: number) => TEST_NOW + minutes * MINUTE;
  expect(await minutesOf({ since: at(2), until: at(4) })).toEqual([2, 3]);
});

test('events are found by merchant, actor, action, address, and all of these', async () => {
  const { merchant } = await makeMerchant(server);
  await server.deps.db.deleteFrom('security_events').execute();
  const address = '2001:db8::1';
  await record(1, { merchantId: merchant.id });
  await record(2, { actor: 'Zoé@shop.example' });
  await record(3, { action: 'user.created' });
  await record(4, { address });
  const all = { merchantId: merchant.id, actor: 'zoé@SHOP.example', address };
  await record(5, { ...all, action: 'user.created' });

  expect(await minutesOf({ merchantId: merchant.id })).toEqual([1, 5]);
  expect(await minutesOf({ actor: 'ZOÉ@shop.example' })).toEqual([2, 5]);
  expect(await minutesOf({ action: 'user.created' })).toEqual([3, 5]);
  expect(await minutesOf({ address })).toEqual([4, 5]);
  expect(await minutesOf({ ...all, action: 'user.created' })).toEqual([5]);
});

test('an event is kept for thirteen months', async () => {
  await record(0);
  const forgetAt = (timestamp: string) =>
    deleteOldRows(
      { db: server.deps.db, clock: { now: () => Date.parse(timestamp) } },
      'security_events',
    );
  expect(new Date(TEST_NOW).toISOString()).toBe('2026-06-10T13:00:00.000Z');
  await forgetAt('2027-07-11T13:00:00Z');
  expect(await minutesOf()).toEqual([0]);
  await forgetAt('2027-07-11T13:00:01Z');
  expect(await minutesOf()).toEqual([]);
});
