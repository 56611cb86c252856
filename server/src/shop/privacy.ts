import { v7 as uuidv7 } from 'uuid';
import type { SavedAddress } from '@portage/contract/addresses/addresses';
import type { ShopOrder } from '@portage/contract/shop/shop-orders';
import { type EpochMillis, DAY } from '@portage/contract/time';
import { findSavedRecipients } from '../addresses/save-address.ts';
import { isApiError } from '../api-error.ts';
import {
  recordOperation,
  recordSecurityEvent,
  type SecurityEvent,
} from '../audit/record-security-event.ts';
import type { Database, Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { insertJob, type JobPayload } from '../jobs/job-queries.ts';
import {
  findOrdersNaming,
  readRecipientData,
  type RecipientData,
} from '../orders/recipient-data.ts';
import { ERASED_WITHIN, redactRecipients } from '../orders/redact-recipients.ts';
import { personOf } from '../orders/without-person.ts';
import {
  type DataRequest,
  insertDataRequest,
  listAllShopOwners,
  listDataRequests,
  listDeliveriesOf,
  listShopOrderDocuments,
  listShopOrderIds,
  markExported,
} from './privacy-queries.ts';
import { deleteShopOrders } from './shop-order-queries.ts';
import { acceptsToken, type ShopDeps } from './with-shop.ts';

/** Concerns one of the merchants that linked the shop. */
export interface PrivacyRequest {
  merchantId: string;
  shop: string;
  receivedAt: EpochMillis;
}

/** `about` names orders or request. */
const record = (
  trx: Executor,
  action: SecurityEvent['action'],
  { merchantId, shop, receivedAt: at }: PrivacyRequest,
  about = '',
) =>
  recordSecurityEvent(trx, {
    ...{ at, action, actor: 'shop', merchantId },
    subject: [shop, about].filter(Boolean).join(' '),
  });

/** Keeps a request for the operator to export. */
export async function keepDataRequest(
  trx: Executor,
  request: PrivacyRequest,
  { requestId, shopOrderIds }: Pick<DataRequest, 'requestId' | 'shopOrderIds'>,
): Promise<void> {
  const { merchantId, shop, receivedAt: requestedAt } = request;
  const id = uuidv7({ msecs: requestedAt });
  await insertDataRequest(trx, { id, merchantId, shop, requestId, shopOrderIds, requestedAt });
  await record(trx, 'shop.data_requested', request, `request ${requestId} export ${id}`);
}

/** Erases recipients of delivery orders in the background. */
export async function redactCustomer(
  trx: Executor,
  request: PrivacyRequest,
  shopOrderIds: readonly string[],
): Promise<void> {
  await redactShopOrders(trx, request, shopOrderIds);
  await record(trx, 'shop.customer_redacted', request, shopOrderIds.join(' '));
}

/** Job: waits while the shop accepts our token (still installed); retries daily while unknown. */
export async function redactShop(
  deps: ShopDeps,
  { merchantId, shop, receivedAt = deps.clock.now() }: JobPayload<'redact-shop'>,
): Promise<void> {
  const { db, clock, log } = deps;
  const request = { merchantId, shop, receivedAt };
  try {
    if (await acceptsToken(deps, request)) {
      log.warn({ shop }, 'a shop that is installed was not redacted');
      return;
    }
  } catch (error) {
    if (!isApiError(error, 'shop_frozen', 'shop_unavailable', 'shop_rejected')) throw error;
    if (clock.now() < receivedAt + ERASED_WITHIN) {
      await insertJob(db, 'redact-shop', request, { delay: DAY });
      return;
    }
  }
  await db.transaction().execute(async (trx) => {
    await redactShopOrders(trx, request, await listShopOrderIds(trx, merchantId, shop));
    await deleteShopOrders(trx, merchantId, shop);
    await record(trx, 'shop.redacted', request);
  });
}

const REDACTED_AT_ONCE = 100;

async function redactShopOrders(
  trx: Executor,
  { merchantId, shop, receivedAt }: PrivacyRequest,
  shopOrderIds: readonly string[],
): Promise<void> {
  await deleteShopOrders(trx, merchantId, shop, shopOrderIds);
  const until = receivedAt + ERASED_WITHIN;
  for (let at = 0; at < shopOrderIds.length; at += REDACTED_AT_ONCE) {
    const some = shopOrderIds.slice(at, at + REDACTED_AT_ONCE);
    await insertJob(trx, 'redact-shop-orders', { merchantId, shop, shopOrderIds: some, until });
  }
}

/** Job. */
export async function redactDeliveries(
  deps: Pick<Deps, 'db' | 'clock'>,
  { merchantId, shop, shopOrderIds, until }: JobPayload<'redact-shop-orders'>,
): Promise<void> {
  const orderIds = await findDeliveries(deps.db, merchantId, shop, shopOrderIds);
  await redactRecipients(deps, { merchantId, orderIds, until });
}

/** Includes cancelled, deleted and returned ones. */
async function findDeliveries(
  db: Database,
  merchantId: string,
  shop: string,
  shopOrderIds: readonly string[],
): Promise<string[]> {
  const deliveries = await listDeliveriesOf(db, merchantId, shopOrderIds);
  const isOfShop = Map.groupBy(deliveries, ({ orderId }) => orderId);
  const named: string[] = [];
  for (const shopOrderId of shopOrderIds) {
    named.push(...(await findOrdersNaming(db, merchantId, shopOrderId)));
  }
  // Another shop may have the same number.
  const isOther = (id: string) => {
    const those = (isOfShop.get(id) ?? []).filter((one) => one.shop !== '');
    return those.length > 0 && those.every((one) => one.shop !== shop);
  };
  const all = [...deliveries.map(({ orderId }) => orderId), ...named];
  return [...new Set(all)].filter((id) => !isOther(id));
}

/** Lists requests for operators. */
export async function listAllDataRequests(db: Executor): Promise<DataRequest[]> {
  const requests: DataRequest[] = [];
  for (const merchantId of await listAllShopOwners(db)) {
    requests.push(...(await listDataRequests(db, merchantId)));
  }
  return requests.toSorted((one, other) => one.requestedAt - other.requestedAt);
}

/** The platform gives 30 days. */
export const answerDue = ({ requestedAt }: DataRequest): EpochMillis => requestedAt + 30 * DAY;

interface CustomerData extends RecipientData {
  shop: string;
  requestId: string;
  requestedAt: EpochMillis;
  shopOrders: ShopOrder[];
  addressBook: SavedAddress[];
}

/** Audited, unless `save` throws. Undefined for an unknown id. */
export async function exportCustomerData(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: string,
  save: (data: CustomerData) => Promise<void>,
): Promise<CustomerData | undefined> {
  const request = (await listAllDataRequests(db)).find((one) => one.id === id);
  if (!request) return undefined;
  const { merchantId, shop, requestId, requestedAt, shopOrderIds } = request;
  const documents = await listShopOrderDocuments(db, merchantId, shop, shopOrderIds);
  const ids = await findDeliveries(db, merchantId, shop, shopOrderIds);
  const data = await readRecipientData(db, merchantId, ids);
  const persons = [...data.orders, ...data.deletedOrders].map(personOf);
  const addressBook = await findSavedRecipients(db, merchantId, persons);
  const now = clock.now();
  const exported = {
    ...{ shop, requestId, requestedAt },
    shopOrders: documents.map((document) => JSON.parse(document) as ShopOrder),
    ...data,
    addressBook,
  };
  await db.transaction().execute(async (trx) => {
    await markExported(trx, request, now);
    await recordOperation(trx, clock, {
      ...{ action: 'shop.data_exported', merchantId },
      subject: `${shop} request ${requestId} export ${id}`,
    });
    await save(exported);
  });
  return exported;
}
