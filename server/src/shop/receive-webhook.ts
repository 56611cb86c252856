import { z } from 'zod';
import { SHOP_TOPICS } from '@portage/contract/shop/shop-callbacks';
import { ShopOrderId } from '@portage/contract/shop/shop';
import type { EpochMillis } from '@portage/contract/time';
import { ApiError } from '../api-error.ts';
import { type AuditAction, writeAudit } from '../audit/write-audit.ts';
import type { Executor } from '../db/database.ts';
import type { ShopCall } from '../http/authentication.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { deleteShopOrders } from './shop-order-queries.ts';
import { findShop, findShopMerchant, forgetToken, insertWebhook } from './shop-queries.ts';
import type { ShopDeps } from './with-shop.ts';

const OrderBody = z.looseObject({
  id: z.coerce.string().pipe(ShopOrderId),
  fulfillment_status: z.string().nullish(),
  cancelled_at: z.string().nullish(),
});

/** How long news of a fulfillment wait, in milliseconds: most are of our own, which is noted by then. */
const FULFILLED_LATER = 500;

/** A privacy webhook names orders of a customer by their numbers. */
const RedactBody = z.looseObject({ orders_to_redact: z.array(z.coerce.string()).default([]) });

const Topic = z.enum(SHOP_TOPICS);

/** The JSON of a signed body. Throws `malformed_json`. */
export function readSigned<Schema extends z.ZodType>(
  schema: Schema,
  body: Uint8Array,
): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(body).toString());
  } catch {
    throw new ApiError('malformed_json');
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new ApiError('malformed_json');
  return parsed.data;
}

/** A webhook with a signature that holds. */
interface Webhook extends ShopCall {
  topic: string;
  body: Uint8Array;
}

/**
 * Takes a webhook: what it tells of is done in the background, where the order is read anew, so that
 * webhooks may come in any sequence; one that comes again by the same id is dropped. So is one of a shop
 * that nobody has linked. Throws `not_found` for a topic we never asked for.
 */
export async function receiveWebhook(deps: ShopDeps, webhook: Webhook): Promise<void> {
  const { shop, topic, webhookId } = webhook;
  const known = Topic.safeParse(topic);
  if (!known.success) throw new ApiError('not_found', { path: `/webhooks/${topic}` });
  const merchantId = await findShopMerchant(deps.db, shop);
  if (merchantId === undefined) return;
  await deps.db.transaction().execute(async (trx) => {
    const receivedAt = deps.clock.now();
    const isNew =
      webhookId === undefined || (await insertWebhook(trx, merchantId, { webhookId, receivedAt }));
    if (isNew) await act(trx, { ...webhook, merchantId, topic: known.data, receivedAt });
  });
}

interface KnownWebhook extends Webhook {
  merchantId: string;
  topic: z.infer<typeof Topic>;
  receivedAt: EpochMillis;
}

/** Does what a webhook asks for, or has it done. */
async function act(trx: Executor, webhook: KnownWebhook): Promise<void> {
  const { merchantId, shop, topic, body, triggeredAt, receivedAt } = webhook;
  const recordPrivacy = (action: AuditAction) =>
    writeAudit(trx, [
      {
        merchantId,
        action,
        at: receivedAt,
        actor: 'shop',
        subjectId: merchantId,
        details: { shop },
      },
    ]);
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
    case 'app/uninstalled': {
      // One that comes late must not end a link that was made since.
      const link = await findShop(trx, merchantId);
      if (link && link.linkedAt < triggeredAt) {
        await forgetToken(trx, merchantId, link.linkedAt);
      }
      return;
    }
    case 'customers/redact': {
      const { orders_to_redact: ids } = readSigned(RedactBody, body);
      await deleteShopOrders(trx, merchantId, shop, ids);
      await recordPrivacy('shop.customer_redacted');
      return;
    }
    case 'shop/redact':
      await deleteShopOrders(trx, merchantId, shop);
      await recordPrivacy('shop.redacted');
      return;
    case 'customers/data_request':
      // An operator answers the merchant; the audit says that it was asked.
      await recordPrivacy('shop.data_requested');
  }
}
