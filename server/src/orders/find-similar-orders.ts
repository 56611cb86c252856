import type { NewOrder } from '@portage/contract/orders/new-order';
import type { Order } from '@portage/contract/orders/orders';
import {
  MOST_SIMILAR,
  SIMILAR_WITHIN_HOURS,
  type SimilarOrder,
} from '@portage/contract/orders/similar-orders';
import { HOUR } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { inTurns } from '../threads/in-turns.ts';
import { listDocumentsForRecipient, listKnownReferences } from './order-queries.ts';

/** Fields that repeated orders share. */
type Compared = Pick<NewOrder | Order, 'refNumber' | 'orderItems' | 'recipientAddress'>;

/** Finds orders of the last 24 hours with the same recipient and reference or items. */
export async function findSimilarOrders(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  merchantId: string,
  newOrder: NewOrder,
): Promise<SimilarOrder[]> {
  const since = clock.now() - SIMILAR_WITHIN_HOURS * HOUR;
  const { name } = newOrder.recipient;
  const documents = await listDocumentsForRecipient(db, merchantId, { name, since });
  const orders = await inTurns(documents, (document) => JSON.parse(document) as Order);
  return orders
    .filter((order) => isSimilar(order, newOrder))
    .slice(0, MOST_SIMILAR)
    .map(({ id, refNumber, recipient, createdAt, orderStatus }) => {
      return { id, refNumber, recipient, createdAt, orderStatus };
    });
}

function isSimilar(order: Compared, other: Compared): boolean {
  if (order.recipientAddress.postalCode !== other.recipientAddress.postalCode) return false;
  const [items, otherItems] = [itemsOf(order), itemsOf(other)];
  const bothHave = (one: string | undefined, another: string | undefined) =>
    one !== undefined && one === another;
  if (bothHave(order.refNumber, other.refNumber) || bothHave(items, otherItems)) return true;
  return [order.refNumber, other.refNumber, items, otherItems].every((one) => one === undefined);
}

/** In a stable order; undefined for none. */
function itemsOf({ orderItems }: Compared): string | undefined {
  if (orderItems.length === 0) return undefined;
  const lines = orderItems.map(({ sku, name, quantity }) => `${sku ?? name} × ${quantity}`);
  return lines.sort().join('\n');
}

/** References that the merchant has used. */
export async function findKnownReferences(
  db: Executor,
  merchantId: string,
  references: readonly string[],
): Promise<ReadonlySet<string>> {
  if (references.length === 0) return new Set();
  return new Set(await listKnownReferences(db, merchantId, [...new Set(references)]));
}
