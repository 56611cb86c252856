import { sql } from 'kysely';
import type { ErrorCode } from '@portage/contract/errors';
import type { ConnectOperation } from '@portage/contract/shipstation/connect';
import {
  type LabelFileFormat,
  SHIPSTATION_CALLS_KEPT,
} from '@portage/contract/shipstation/integration';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { isMerchantDisabled } from '../merchants/get-merchant.ts';

/** Settings with an encrypted API key. */
export interface StoredIntegration {
  encryptedApiKey: Buffer;
  labelFileFormat: LabelFileFormat;
  includePackingSlip: boolean;
}

export function findIntegration(db: Executor, merchantId: string) {
  return db
    .selectFrom('shipstation_integrations')
    .select([
      'encrypted_api_key as encryptedApiKey',
      'label_file_format as labelFileFormat',
      'include_packing_slip as includePackingSlip',
      'connected_at as connectedAt',
    ])
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
}

/** Undefined for a disabled merchant. */
export async function findActiveIntegration(db: Executor, merchantId: string) {
  if ((await isMerchantDisabled(db, merchantId)) !== false) return undefined;
  return db
    .selectFrom('shipstation_integrations')
    .select([
      'label_file_format as labelFileFormat',
      'include_packing_slip as includePackingSlip',
      'connection_id as connectionId',
    ])
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
}

export async function upsertIntegration(
  trx: Executor,
  merchantId: string,
  { encryptedApiKey, labelFileFormat, includePackingSlip }: StoredIntegration,
): Promise<void> {
  const values = {
    encrypted_api_key: encryptedApiKey,
    label_file_format: labelFileFormat,
    include_packing_slip: includePackingSlip,
  };
  await trx
    .insertInto('shipstation_integrations')
    .values({ merchant_id: merchantId, ...values })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet(values))
    .execute();
}

/** Deletes the key afterwards, as saving does. False when there is none. */
export async function deleteIntegration(trx: Executor, merchantId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('shipstation_integrations')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  await deleteKey(trx, merchantId);
  return numDeletedRows === 1n;
}

export async function findKeyOwner(db: Executor, keyHash: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('shipstation_keys')
    .select('merchant_id as merchantId')
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
  return row?.merchantId;
}

/** False for another merchant's key. */
export async function insertKey(trx: Executor, merchantId: string, keyHash: Buffer) {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('shipstation_keys')
    .values({ key_hash: keyHash, merchant_id: merchantId })
    .onConflict((conflict) => conflict.column('key_hash').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function deleteKey(trx: Executor, merchantId: string): Promise<void> {
  await trx.deleteFrom('shipstation_keys').where('merchant_id', '=', merchantId).execute();
}

/** False when connected already. */
export async function connect(
  trx: Executor,
  merchantId: string,
  { connectionId, now }: { connectionId: string; now: EpochMillis },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('shipstation_integrations')
    .set({ connection_id: connectionId, connected_at: new Date(now) })
    .where('merchant_id', '=', merchantId)
    .where('connection_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes the connection of a merchant with a new key. */
export async function disconnect(trx: Executor, merchantId: string): Promise<void> {
  await trx
    .updateTable('shipstation_integrations')
    .set({ connection_id: null, connected_at: null })
    .where('merchant_id', '=', merchantId)
    .execute();
}

/** Finds orders by tracking number. */
export async function findOrderIds(
  db: Executor,
  merchantId: string,
  trackingNumbers: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('tracking_numbers')
    .select(['tracking_number as trackingNumber', 'order_id as orderId'])
    .where('merchant_id', '=', merchantId)
    .where('tracking_number', '=', sql<string>`any(${trackingNumbers}::text[])`)
    .execute();
  return new Map(rows.map(({ trackingNumber, orderId }) => [trackingNumber, orderId]));
}

/** Returns a label with the hash of its request. */
export async function findLabel(
  db: Executor,
  merchantId: string,
  transactionId: string,
): Promise<{ orderId: string; requestHash: Buffer } | undefined> {
  return db
    .selectFrom('shipstation_labels')
    .select(['order_id as orderId', 'request_hash as requestHash'])
    .where('merchant_id', '=', merchantId)
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst();
}

/** False where the transaction has one; waits for a concurrent one. */
export async function insertLabel(
  trx: Executor,
  merchantId: string,
  label: { transactionId: string; orderId: string; requestHash: Buffer },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('shipstation_labels')
    .values({
      merchant_id: merchantId,
      transaction_id: label.transactionId,
      order_id: label.orderId,
      request_hash: label.requestHash,
    })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'transaction_id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

interface NewCall {
  id: string;
  at: EpochMillis;
  operation: ConnectOperation;
  status: number;
  code: ErrorCode | undefined;
  trackingNumber: string | undefined;
}

/** Stores a call and deletes the oldest beyond the limit. */
export async function insertCall(db: Executor, merchantId: string, call: NewCall): Promise<void> {
  await db
    .insertInto('shipstation_calls')
    .values({
      merchant_id: merchantId,
      id: call.id,
      called_at: new Date(call.at),
      operation: call.operation,
      status: call.status,
      code: call.code ?? null,
      tracking_number: call.trackingNumber ?? null,
    })
    .execute();
  await sql`
    delete from shipstation_calls where merchant_id = ${merchantId} and id in (
      select id from shipstation_calls where merchant_id = ${merchantId}
      order by id desc offset ${sql.lit(SHIPSTATION_CALLS_KEPT)}
    )`.execute(db);
}

/** Newest first. */
export function listCalls(db: Executor, merchantId: string) {
  return db
    .selectFrom('shipstation_calls')
    .select([
      'id',
      'called_at as at',
      'operation',
      'status',
      'code',
      'tracking_number as trackingNumber',
    ])
    .where('merchant_id', '=', merchantId)
    .orderBy('id', 'desc')
    .limit(SHIPSTATION_CALLS_KEPT)
    .execute();
}

export async function insertPickup(
  trx: Executor,
  merchantId: string,
  { id, orderIds, now }: { id: string; orderIds: readonly string[]; now: EpochMillis },
): Promise<void> {
  await trx
    .insertInto('shipstation_pickups')
    .values({
      merchant_id: merchantId,
      id,
      order_ids: [...orderIds],
      created_at: new Date(now),
    })
    .execute();
}

export async function findPickup(
  db: Executor,
  merchantId: string,
  id: string,
): Promise<string[] | undefined> {
  const row = await db
    .selectFrom('shipstation_pickups')
    .select('order_ids as orderIds')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.orderIds;
}
