import type { FileContent } from '../http/file-content.ts';
import { getStoredOrder } from '../orders/get-order.ts';
import { recordPrints } from '../orders/record-prints.ts';
import type { Session } from '../sessions/identity.ts';
import {
  drawOrder,
  type DrawingDeps,
  prepareOrders,
  type SingleWish,
  labelError,
} from './draw-orders.ts';
import { takePrintTurn } from './print-threads.ts';
import type { PackingSlipFormat } from '@portage/contract/orders/labels';

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

/**
 * The labels of an order, one a package, as a ZPL text or a PDF; the print is recorded, unless nobody
 * waits for it any more. Throws `order_not_found`, what `labelError` says, `busy`, and the reason of
 * `gone`.
 */
export async function printLabel(
  deps: DrawingDeps,
  session: Session,
  orderId: string,
  { gone, ...wish }: SingleWish,
): Promise<FileContent> {
  const stored = await getStoredOrder(deps.db, session.merchantId, orderId);
  const { order } = stored;
  const error = labelError(order);
  if (error) throw error;

  const as = { ...wish, documents: 'labels' } as const;
  const prepared = await prepareOrders(deps, session.merchantId, [stored], as);
  return takePrintTurn(
    async () => {
      const labels = await drawOrder(deps, prepared, order, gone);
      gone.throwIfAborted();
      await recordPrints(deps, { session, orders: [order], format: wish.format });
      return labels;
    },
    { owner: session.merchantId, signal: gone },
  );
}
