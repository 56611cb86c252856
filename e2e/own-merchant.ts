import { type APIRequestContext, expect } from '@playwright/test';
import { HOUR, MINUTE } from '@portage/contract/time';
import type { Order } from '../contract/src/orders/orders.ts';
import {
  packageTrackingNumber,
  trackingNumberFrom,
} from '../contract/src/orders/tracking-number.ts';
import { createCarrierKey } from '../server/src/carrier/carrier-keys.ts';
import { type Database, openDatabase, openPool } from '../server/src/db/database.ts';
import { upsertFlagRow } from '../server/src/flags/flag-queries.ts';
import { openLog } from '../server/src/log.ts';
import { insertOrders } from '../server/src/orders/order-queries.ts';
import {
  insertCheapAccount,
  insertMerchant,
  type NewMerchant,
} from '../server/src/testing/cheap-account.ts';
import { hurryDrivers } from '../server/src/testing/hurry-drivers.ts';
import { labelledOrder } from '../server/src/testing/labelled-order.ts';
import type { Credentials } from './sign-in.ts';

/** A test's own merchant and its user. */
export interface OwnMerchant extends Credentials {
  merchantId: string;
}

/** Returns a time zone whose midnight is hours away. */
export const timeZoneOfDay = () =>
  new Date().getUTCHours() < 8 ? 'Europe/Paris' : 'America/Toronto';

/** Makes a merchant without orders, and its user. */
export function makeMerchant(options: NewMerchant = {}): Promise<OwnMerchant> {
  return withDatabase((db) => insertMerchant(db, options));
}

/** Makes a tracking number that no other order has. */
export const newTrackingNumber = () =>
  trackingNumberFrom(crypto.getRandomValues(new Uint8Array(10)));

/** Adds a user to a merchant, an owner from the first sign-in. */
export async function addPerson(
  { merchantId, password }: OwnMerchant,
  name: string,
): Promise<Credentials> {
  const username = `person-${crypto.randomUUID()}@test.example`;
  const account = { merchantId, merchantName: '', username, password, name };
  const kinds = { kind: 'user', mustChangePassword: false } as const;
  await withDatabase((db) => insertCheapAccount(db, { ...account, ...kinds }, Date.now()));
  return { username, password };
}

/** Creates an order for each entry of `changes`, the first one listed first. */
export async function giveOrders(
  { merchantId }: OwnMerchant,
  changes: readonly Partial<Order>[],
): Promise<void> {
  const newest = Date.now();
  const orders = changes.map((change, index) => {
    const trackingNumber = newTrackingNumber();
    return labelledOrder({
      id: crypto.randomUUID(),
      merchantId,
      createdAt: newest - index * MINUTE,
      // Simulated drivers pick up orders that were ready long ago.
      modified: newest,
      trackingNumber,
      packages: [{ trackingNumber: packageTrackingNumber(trackingNumber, 1) }],
      ...change,
    });
  });
  await withDatabase((db) => insertOrders(db, orders));
}

const MONTREAL_IN_ONTARIO = {
  street: '1 Rue Sherbrooke',
  city: 'Montréal',
  province: 'ON',
  postalCode: 'H2X 1Y4',
  country: 'CA',
} as const;

const TORONTO_IN_CHARLOTTETOWN = {
  ...MONTREAL_IN_ONTARIO,
  street: '25 Dundas St E',
  city: 'Toronto',
  postalCode: 'C5B 1C6',
} as const;

const notLocatedAt = (address: typeof MONTREAL_IN_ONTARIO | typeof TORONTO_IN_CHARLOTTETOWN) =>
  ({
    orderStatus: 'GEOCODEDFAILED',
    validAddress: false,
    service: 'NEXTDAY',
    recipientAddress: address,
    dtoRecipientAddress: { ...address, isBusinessAddress: false },
  }) satisfies Partial<Order>;

/** An order that cannot be placed: its city and postal code lie in another province. */
export const inWrongProvince: Partial<Order> = notLocatedAt(MONTREAL_IN_ONTARIO);

/** An order that cannot be placed: the first letter of its postal code is wrong. */
export const withMisreadPostalCode: Partial<Order> = notLocatedAt(TORONTO_IN_CHARLOTTETOWN);

/** Switches heavy orders on or off for a merchant. */
export async function setHeavyOrders({ merchantId }: OwnMerchant, enabled: boolean): Promise<void> {
  const flag = 'heavy-parcel-consolidation-v1';
  await withDatabase((db) => upsertFlagRow(db, flag, merchantId, enabled));
}

/** Makes a user's sessions an hour old, so that protected calls need a confirmation. */
export async function ageSessions({ username }: OwnMerchant): Promise<void> {
  await withDatabase((db) =>
    db
      .updateTable('sessions')
      .set({ factor_checked_at: new Date(0), started_at: new Date(Date.now() - HOUR) })
      .where('user_id', 'in', (users) =>
        users.selectFrom('users').select('id').where('username', '=', username),
      )
      .execute(),
  );
}

/** Requires a second factor from all users of a merchant. */
export async function requireFactor({ merchantId }: OwnMerchant): Promise<void> {
  await withDatabase((db) =>
    db
      .updateTable('merchants')
      .set({ requires_second_factor: true })
      .where('merchant_id', '=', merchantId)
      .execute(),
  );
}

/** Creates a key with which the carrier's systems call the API. */
export async function makeCarrierKey(): Promise<string> {
  let made = '';
  await withDatabase(async (db) => {
    ({ key: made } = await createCarrierKey({ db, clock: { now: Date.now } }, 'End-to-end tests'));
  });
  return made;
}

/** Reports events of an order that the carrier's systems apply. */
export async function reportAsCarrier(
  request: APIRequestContext,
  ...events: readonly object[]
): Promise<void> {
  const answer = await request.post('/api/carrier/events', {
    headers: { authorization: `Bearer ${await makeCarrierKey()}` },
    data: { events: events.map((event) => ({ id: crypto.randomUUID(), ...event })) },
  });
  const outcomes = events.map(() => ({ result: 'applied' }));
  expect(await answer.json()).toMatchObject({ outcomes });
}

const RECIPIENTS = ['Ada Nguyen', 'Bo Tremblay', 'Cy O’Neil', 'Di Ferrari', 'Ed Roy'];

/** Makes a merchant with orders for Ada, Bo, Cy, Di and Ed; Di's is archived. */
export async function merchantWithOrders(options: NewMerchant = {}): Promise<OwnMerchant> {
  const merchant = await makeMerchant(options);
  await giveOrders(
    merchant,
    RECIPIENTS.map((name) => ({
      recipient: { name },
      orderStatus: name === 'Di Ferrari' ? 'ARCHIVED' : 'GEOCODED',
    })),
  );
  return merchant;
}

/** Moves the simulated drivers to their next stops at once. */
export const hurrySimulation = () => withDatabase(hurryDrivers);

async function withDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
  const url = process.env['PORTAGE_E2E_DATABASE'] ?? '';
  const db = openDatabase(openPool(url, openLog('silent'), 1));
  return work(db).finally(() => db.destroy());
}
