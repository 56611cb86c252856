import type { Address, DtoAddress } from '@portage/contract/address';
import type { Order } from '@portage/contract/orders';
import { writeAudit } from '../audit/write-audit.ts';
import type { Deps } from '../deps.ts';
import { isFlagOn } from '../flags/is-flag-on.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import type { Places } from '../places/places.ts';
import { locateAndRate } from './locate-and-rate.ts';
import { findOrderDocument, findOrderForUpdate, updateOrder } from './order-queries.ts';

/** Finds an address; one that came with a point to be trusted is taken at its word. */
async function locate(
  places: Places,
  { isBusinessAddress: _dtoOnly, ...address }: DtoAddress,
): Promise<Address | undefined> {
  return address.location ? address : places.locate(address);
}

/**
 * The background work after an order was created: locates its addresses, rates it, and saves what
 * came of it. An order that has moved on, in an earlier run or by other hands, is left alone.
 */
export async function locateAndRateOrder(
  deps: Pick<Deps, 'db' | 'clock' | 'places'>,
  merchantId: string,
  orderId: string,
): Promise<void> {
  const { db, clock, places } = deps;
  const document = await findOrderDocument(db, merchantId, orderId);
  if (document === undefined) return;
  const created = JSON.parse(document) as Order;
  if (created.orderStatus !== 'CREATED') return;

  // Outside the transaction: a places service may take a while, and no lock waits for it.
  const [origin, recipient, merchant, heavyAllowed] = await Promise.all([
    locate(places, created.dtoOriginAddress),
    locate(places, created.dtoRecipientAddress),
    getMerchant(db, merchantId),
    isFlagOn(db, merchantId, 'heavy-parcel-consolidation-v1'),
  ]);

  const isSaved = await db.transaction().execute(async (trx) => {
    const order = await findOrderForUpdate(trx, merchantId, orderId);
    if (order?.version !== created.version) return false;
    const now = clock.now();
    const placed = locateAndRate(order, { origin, recipient }, { merchant, heavyAllowed, now });
    await updateOrder(trx, placed);
    await writeAudit(trx, [
      {
        merchantId,
        at: now,
        actor: 'system',
        action: 'order.status_changed',
        subjectId: orderId,
        details: { from: order.orderStatus, to: placed.orderStatus },
      },
    ]);
    return true;
  });
  // It was changed meanwhile, by a tag or by another address: begin again with the order as it is.
  if (!isSaved) await locateAndRateOrder(deps, merchantId, orderId);
}
