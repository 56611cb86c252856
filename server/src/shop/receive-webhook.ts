import { z } from 'zod';
import { SHOP_TOPICS } from '@portage/contract/shop/shop-callbacks';
import { ShopDomain, ShopOrderId } from '@portage/contract/shop/shop';
import type { EpochMillis } from '@portage/contract/time';
import { ApiError, isApiError } from '../api-error.ts';
import { type AuditAction, writeAudit } from '../audit/write-audit.ts';
import type { Executor } from '../db/database.ts';
import type { ShopCall } from '../http/authentication.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { shopDocument } from './shop-documents.ts';
import { deleteShopOrders, listDeliveries } from './shop-order-queries.ts';
import { findShopMerchant, insertWebhook } from './shop-queries.ts';
import { type ShopDeps, withShop } from './with-shop.ts';

const OrderBody = z.looseObject({
  id: z.coerce.string().pipe(ShopOrderId),
  fulfillment_status: z.string().nullish(),
  cancelled_at: z.string().nullish(),
});
const ShopBody = z.looseObject({ myshopify_domain: ShopDomain });
const PrivacyBody = z.looseObject({ shop_domain: ShopDomain });
const RedactBody = PrivacyBody.extend({
  orders_to_redact: z.array(z.coerce.string()).default([]),
});

const DataRequestBody = PrivacyBody.extend({
  orders_requested: z.array(z.coerce.string()).default([]),
  data_request: z.looseObject({ id: z.coerce.string() }).optional(),
});

/** Delay after a fulfillment, in ms. Our own is stored by then. */
const FULFILLED_LATER = 500;

const Topic = z.enum(SHOP_TOPICS);

/** The body of a signed call. Throws `malformed_json` for one of another shape. */
export function readSigned<Schema extends z.ZodType>(
  schema: Schema,
  body: ShopCall['body'],
): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new ApiError('malformed_json');
  return parsed.data;
}

/**
 * Takes a webhook and queues what it asks for. Orders are read again then, so webhooks may come in any
 * sequence; one that repeats an id, or of a shop that is not linked, is dropped. Throws `not_found` for
 * an unknown topic and `malformed_json`.
 */
export async function receiveWebhook(
  deps: ShopDeps,
  { topic: path, shop, webhookId, body }: ShopCall & { topic: string },
): Promise<void> {
  const topic = Topic.safeParse(path);
  if (!topic.success) throw new ApiError('not_found', { path: `/webhooks/${path}` });
  const merchantId = await findShopMerchant(deps.db, shop);
  if (merchantId === undefined) return;
  await deps.db.transaction().execute(async (trx) => {
    const receivedAt = deps.clock.now();
    const isNew =
      webhookId === undefined || (await insertWebhook(trx, merchantId, { webhookId, receivedAt }));
    if (isNew) await act(trx, { merchantId, shop, receivedAt }, topic.data, body);
  });
}

interface Receipt {
  merchantId: string;
  shop: string;
  receivedAt: EpochMillis;
}

async function act(
  trx: Executor,
  receipt: Receipt,
  topic: z.infer<typeof Topic>,
  body: ShopCall['body'],
): Promise<void> {
  const { merchantId, shop } = receipt;
  switch (topic) {
    case 'orders/create':
    case 'orders/updated':
    case 'orders/cancelled': {
      const { id: shopOrderId, ...told } = readSigned(OrderBody, body);
      const key = `shop order ${merchantId} ${shopOrderId}`;
      const isFulfilled = told.fulfillment_status === 'fulfilled' && !told.cancelled_at;
      const delay = isFulfilled ? FULFILLED_LATER : 0;
      const payload = { merchantId, shopOrderId, isFulfilled };
      await insertJob(trx, 'follow-shop-order', payload, { key, delay });
      return;
    }
    case 'app/uninstalled':
      readSigned(ShopBody, body);
      await insertJob(trx, 'check-shop-token', { merchantId, shop });
      return;
    case 'customers/redact': {
      const { orders_to_redact: ids } = readSigned(RedactBody, body);
      await redactOrders(trx, receipt, ids);
      await recordPrivacy(trx, 'shop.customer_redacted', receipt, { orders: ids.join(' ') });
      return;
    }
    case 'shop/redact':
      readSigned(PrivacyBody, body);
      await insertJob(trx, 'redact-shop', { merchantId, shop });
      return;
    case 'customers/data_request': {
      // An operator answers the merchant; the audit keeps which orders were asked for.
      const { orders_requested: ids, data_request: request } = readSigned(DataRequestBody, body);
      const asked = { request: request?.id ?? '', orders: ids.join(' ') };
      await recordPrivacy(trx, 'shop.data_requested', receipt, asked);
    }
  }
}

/**
 * Tells if the shop still accepts our access token; a refused one is forgotten. Throws `shop_unavailable`,
 * `shop_frozen` and `shop_rejected`.
 */
export async function acceptsToken(
  deps: ShopDeps,
  { merchantId, shop }: { merchantId: string; shop: string },
): Promise<boolean> {
  try {
    await withShop(deps, merchantId, (ask) => ask(shopDocument, {}), shop);
    return true;
  } catch (error) {
    if (!isApiError(error, 'shop_authorization_failed', 'shop_not_linked')) throw error;
    return false;
  }
}

/**
 * Deletes the orders of a shop, as the platform asks two days after the app was uninstalled; not while
 * the shop accepts our token, since it is installed then. Throws what `acceptsToken` throws.
 */
export async function redactShop(
  deps: ShopDeps,
  reference: { merchantId: string; shop: string },
): Promise<void> {
  const { shop } = reference;
  if (await acceptsToken(deps, reference)) {
    deps.log.warn({ shop }, 'a shop that is installed was not redacted');
    return;
  }
  await deps.db.transaction().execute(async (trx) => {
    const receipt = { ...reference, receivedAt: deps.clock.now() };
    await redactOrders(trx, receipt);
    await recordPrivacy(trx, 'shop.redacted', receipt);
  });
}

/** Deletes shop orders, all of a shop or some, and erases the recipients of their delivery orders. */
async function redactOrders(
  trx: Executor,
  { merchantId, shop }: Receipt,
  shopOrderIds?: readonly string[],
): Promise<void> {
  const orderIds = await listDeliveries(trx, merchantId, shop, shopOrderIds);
  await deleteShopOrders(trx, merchantId, shop, shopOrderIds);
  for (let at = 0; at < orderIds.length; at += REDACTED_AT_ONCE) {
    const some = orderIds.slice(at, at + REDACTED_AT_ONCE);
    await insertJob(trx, 'redact-recipients', { merchantId, orderIds: some });
  }
}

/** Orders of one redaction job. */
const REDACTED_AT_ONCE = 100;

const recordPrivacy = (
  trx: Executor,
  action: AuditAction,
  { merchantId, shop, receivedAt }: Receipt,
  details: Readonly<Record<string, string>> = {},
) =>
  writeAudit(trx, [
    {
      merchantId,
      action,
      at: receivedAt,
      actor: 'shop',
      subjectId: merchantId,
      details: { shop, ...details },
    },
  ]);
