import type { Selection } from 'kysely';
import type { ShopRefusal } from '@portage/contract/shop/shop-link';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { type Tables, timestamp } from '../db/tables.ts';
import { insertShopOwner } from './privacy-queries.ts';
import type { CheckedConnection } from './shop-connection.ts';

const COLUMNS = [
  'shop',
  'encrypted_token as encryptedToken',
  'linked_at as linkedAt',
  'linked_by as linkedBy',
  'places_orders as placesOrders',
  'reconciled_at as reconciledAt',
  'foreign_currency as foreignCurrency',
  'refusals',
  'last_error as lastError',
  'last_error_at as lastErrorAt',
  'connection',
  'checked_at as checkedAt',
  'callback_url as callbackUrl',
] as const;

export type StoredShop = Selection<Tables, 'shops', (typeof COLUMNS)[number]>;

const shopOf = (db: Executor, merchantId: string) =>
  db.selectFrom('shops').select(COLUMNS).where('merchant_id', '=', merchantId);

export const findShop = (db: Executor, merchantId: string): Promise<StoredShop | undefined> =>
  shopOf(db, merchantId).executeTakeFirst();

export const lockShop = (trx: Executor, merchantId: string): Promise<StoredShop | undefined> =>
  shopOf(trx, merchantId).forUpdate().executeTakeFirst();

export async function findShopMerchant(db: Executor, shop: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('shop_merchants')
    .select('merchant_id')
    .where('shop', '=', shop)
    .executeTakeFirst();
  return row?.merchant_id;
}

/** Returns the merchant that has it. */
export async function claimShop(trx: Executor, shop: string, merchantId: string): Promise<string> {
  await trx
    .insertInto('shop_merchants')
    .values({ shop, merchant_id: merchantId })
    .onConflict((conflict) => conflict.column('shop').doNothing())
    .execute();
  const owner = (await findShopMerchant(trx, shop)) ?? merchantId;
  await insertShopOwner(trx, shop, owner);
  return owner;
}

export async function releaseShop(trx: Executor, shop: string): Promise<void> {
  await trx.deleteFrom('shop_merchants').where('shop', '=', shop).execute();
}

export async function upsertShop(
  trx: Executor,
  merchantId: string,
  link: { shop: string; encryptedToken: Buffer; linkedAt: EpochMillis; linkedBy: string },
): Promise<void> {
  const values = {
    shop: link.shop,
    encrypted_token: link.encryptedToken,
    linked_at: new Date(link.linkedAt),
    linked_by: link.linkedBy,
    reconciled_at: null,
    foreign_currency: null,
    refusals: '[]',
    last_error: null,
    last_error_at: null,
    callback_url: null,
    connection: null,
    checked_at: null,
  };
  await trx
    .insertInto('shops')
    .values({ merchant_id: merchantId, places_orders: false, ...values })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet(values))
    .execute();
}

/** Changes nothing once another shop than `shop` is linked. */
export async function updateShop(
  db: Executor,
  merchantId: string,
  changes: {
    encryptedToken?: Buffer;
    placesOrders?: boolean;
    reconciledAt?: EpochMillis;
    foreignCurrency?: string | null;
    refusals?: readonly ShopRefusal[];
    lastError?: { message: string; at: EpochMillis };
    callbackUrl?: string;
    connection?: CheckedConnection;
    checkedAt?: EpochMillis;
  },
  shop?: string,
): Promise<void> {
  await db
    .updateTable('shops')
    .set({
      ...(changes.encryptedToken && { encrypted_token: changes.encryptedToken }),
      ...(changes.placesOrders !== undefined && { places_orders: changes.placesOrders }),
      ...(changes.refusals && { refusals: JSON.stringify(changes.refusals) }),
      ...(changes.lastError && {
        last_error: changes.lastError.message,
        last_error_at: new Date(changes.lastError.at),
      }),
      ...(changes.callbackUrl !== undefined && { callback_url: changes.callbackUrl }),
      ...(changes.connection && { connection: JSON.stringify(changes.connection) }),
      ...(changes.checkedAt !== undefined && { checked_at: new Date(changes.checkedAt) }),
      ...(changes.foreignCurrency !== undefined && { foreign_currency: changes.foreignCurrency }),
      ...(changes.reconciledAt !== undefined && { reconciled_at: new Date(changes.reconciledAt) }),
    })
    .where('merchant_id', '=', merchantId)
    .$if(shop !== undefined, (query) => query.where('shop', '=', shop ?? ''))
    .execute();
}

/** Deletes the access token, unless linked again after `linkedAt`. */
export async function forgetToken(
  db: Executor,
  merchantId: string,
  linkedAt: EpochMillis,
): Promise<void> {
  await db
    .updateTable('shops')
    .set({ encrypted_token: null })
    .where('merchant_id', '=', merchantId)
    .where('linked_at', '=', timestamp(linkedAt))
    .execute();
}

export async function deleteShop(trx: Executor, merchantId: string): Promise<void> {
  await trx.deleteFrom('shops').where('merchant_id', '=', merchantId).execute();
}

/** Stores a webhook's id; false when received before. */
export async function insertWebhook(
  trx: Executor,
  merchantId: string,
  { webhookId, receivedAt }: { webhookId: string; receivedAt: EpochMillis },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('shop_webhooks')
    .values({
      merchant_id: merchantId,
      webhook_id: webhookId,
      received_at: new Date(receivedAt),
    })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'webhook_id']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

export async function listShopMerchants(
  db: Executor,
): Promise<{ shop: string; merchantId: string }[]> {
  return db
    .selectFrom('shop_merchants')
    .select(['shop', 'merchant_id as merchantId'])
    .orderBy('shop')
    .execute();
}
