import { z } from 'zod';
import { SHOP_TOPICS } from '@portage/contract/shop-callbacks';
import { ShopOrderId } from '@portage/contract/shop';
import { ApiError } from '../api-error.ts';
import { type AuditAction, writeAudit } from '../audit/write-audit.ts';
import type { ShopCall } from '../http/authentication.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { deleteShopOrders } from './shop-order-queries.ts';
import { findShop, findShopMerchant, updateShop } from './shop-queries.ts';
import type { ShopDeps } from './with-shop.ts';

const OrderBody = z.looseObject({ id: z.coerce.string().pipe(ShopOrderId) });

/** A privacy webhook names orders of a customer by their numbers. */
const RedactBody = z.looseObject({ orders_to_redact: z.array(z.coerce.string()).default([]) });

const Topic = z.enum(SHOP_TOPICS);

/** The JSON of a signed body. Raises `malformed_json`. */
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

/**
 * Takes a webhook: what it tells of is done in the background, where the order is read anew, so that
 * webhooks may come twice and in any sequence. One of a shop that nobody has linked is received and
 * dropped. Raises `not_found` for a topic we never asked for.
 */
export async function receiveWebhook(
  deps: ShopDeps,
  { shop, triggeredAt }: ShopCall,
  { topic, body }: { topic: string; body: Uint8Array },
): Promise<void> {
  const known = Topic.safeParse(topic);
  if (!known.success) throw new ApiError('not_found', { path: `/webhooks/${topic}` });
  const merchantId = await findShopMerchant(deps.db, shop);
  if (merchantId === undefined) return;
  const { db, clock } = deps;

  async function recordPrivacy(action: AuditAction): Promise<void> {
    const entry = {
      at: clock.now(),
      actor: 'shop',
      subjectId: merchantId ?? '',
      details: { shop },
    };
    await writeAudit(db, [{ merchantId: merchantId ?? '', action, ...entry }]);
  }

  switch (known.data) {
    case 'orders/create':
    case 'orders/updated':
    case 'orders/cancelled': {
      const { id: shopOrderId } = readSigned(OrderBody, body);
      const key = `shop order ${merchantId} ${shopOrderId}`;
      await insertJob(db, 'follow-shop-order', { merchantId, shopOrderId }, { key });
      return;
    }
    case 'app/uninstalled': {
      // One that comes late must not end a link that was made since.
      const link = await findShop(db, merchantId);
      if (link && link.linkedAt < triggeredAt) {
        await updateShop(db, merchantId, { isTokenLost: true });
      }
      return;
    }
    case 'customers/redact': {
      const { orders_to_redact: ids } = readSigned(RedactBody, body);
      await deleteShopOrders(db, merchantId, shop, ids);
      await recordPrivacy('shop.customer_redacted');
      return;
    }
    case 'shop/redact':
      await deleteShopOrders(db, merchantId, shop);
      await recordPrivacy('shop.redacted');
      return;
    case 'customers/data_request':
      // An operator answers the merchant; the audit says that it was asked.
      await recordPrivacy('shop.data_requested');
  }
}
