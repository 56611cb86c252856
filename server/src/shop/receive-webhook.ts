import { z } from 'zod';
import { ShopDomain, ShopOrderId } from '@portage/contract/shop/shop';
import { SHOP_TOPICS } from '@portage/contract/shop/shop-callbacks';
import { ApiError } from '../api-error.ts';
import type { Executor } from '../db/database.ts';
import type { ShopCall } from '../http/authentication.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { listShopOwners } from './privacy-queries.ts';
import { keepDataRequest, type PrivacyRequest, redactCustomer } from './privacy.ts';
import { findShopMerchant, insertWebhook } from './shop-queries.ts';
import type { ShopDeps } from './with-shop.ts';

const OrderBody = z.looseObject({
  id: z.coerce.string().pipe(ShopOrderId),
  fulfillment_status: z.string().nullish(),
  cancelled_at: z.string().nullish(),
});
const ShopBody = z.looseObject({ myshopify_domain: ShopDomain });
const PrivacyBody = z.looseObject({ shop_domain: ShopDomain });

/** Orders of one buyer that a webhook names: a thousand times the usual. */
const MOST_ORDERS = 10_000;

const OrderIds = z.array(z.coerce.string().max(100)).max(MOST_ORDERS).default([]);
const RedactBody = PrivacyBody.extend({ orders_to_redact: OrderIds });

const DataRequestBody = PrivacyBody.extend({
  orders_requested: OrderIds,
  data_request: z.looseObject({ id: z.coerce.string().max(100) }).optional(),
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

/** Queues a job, in any sequence. Drops repeats. Throws `not_found`, `malformed_json`. */
export async function receiveWebhook(
  deps: ShopDeps,
  { topic: path, shop, webhookId, body }: ShopCall & { topic: string },
): Promise<void> {
  const topic = Topic.safeParse(path);
  if (!topic.success) throw new ApiError('not_found', { path: `/webhooks/${path}` });
  const receivedAt = deps.clock.now();
  for (const merchantId of await listConcerned(deps.db, shop, topic.data)) {
    await deps.db.transaction().execute(async (trx) => {
      const isNew =
        webhookId === undefined ||
        (await insertWebhook(trx, merchantId, { webhookId, receivedAt }));
      if (isNew) await act(trx, { merchantId, shop, receivedAt }, topic.data, body);
    });
  }
}

/** Concerns former merchants, too. */
const PRIVACY: readonly z.infer<typeof Topic>[] = [
  'customers/data_request',
  'customers/redact',
  'shop/redact',
];

async function listConcerned(
  db: Executor,
  shop: string,
  topic: z.infer<typeof Topic>,
): Promise<string[]> {
  if (PRIVACY.includes(topic)) return listShopOwners(db, shop);
  const merchantId = await findShopMerchant(db, shop);
  return merchantId === undefined ? [] : [merchantId];
}

async function act(
  trx: Executor,
  receipt: PrivacyRequest,
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
      await redactCustomer(trx, receipt, ids);
      return;
    }
    case 'shop/redact':
      readSigned(PrivacyBody, body);
      await insertJob(trx, 'redact-shop', receipt);
      return;
    case 'customers/data_request': {
      const { orders_requested: shopOrderIds, data_request: asked } = readSigned(
        DataRequestBody,
        body,
      );
      await keepDataRequest(trx, receipt, { requestId: asked?.id ?? '', shopOrderIds });
    }
  }
}
