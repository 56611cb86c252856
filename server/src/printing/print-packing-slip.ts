import type { PackingSlipFormat } from '@portage/contract/orders/labels';
import type { FileContent } from '../http/file-content.ts';
import { getStoredOrder } from '../orders/get-order.ts';
import type { Session } from '../sessions/identity.ts';
import { drawOrder, type DrawingDeps, prepareOrders, type SingleWish } from './draw-orders.ts';
import { takePrintTurn } from './print-threads.ts';

/**
 * The packing slip of an order, as a ZPL text or a PDF. It needs no located address: it is there as
 * soon as the order is. Throws `order_not_found`, `busy`, and the reason of `gone`.
 */
export async function printPackingSlip(
  deps: DrawingDeps,
  { merchantId }: Session,
  orderId: string,
  { gone, ...wish }: SingleWish & { format: PackingSlipFormat },
): Promise<FileContent> {
  const stored = await getStoredOrder(deps.db, merchantId, orderId);
  const as = { ...wish, documents: 'packingSlips' } as const;
  const prepared = await prepareOrders(deps, merchantId, [stored], as);
  return takePrintTurn(() => drawOrder(deps, prepared, stored.order, gone), {
    owner: merchantId,
    signal: gone,
  });
}
