import type { PackingSlipFormat } from '@portage/contract/labels';
import type { FileContent } from '../http/file-content.ts';
import { getStoredOrder } from '../orders/find-orders.ts';
import type { Session } from '../sessions/identity.ts';
import { drawOrder, type DrawingDeps, type PrintWish } from './draw-orders.ts';
import { takePrintTurn } from './print-threads.ts';

/**
 * The packing slip of an order, as a ZPL text or a PDF. It needs no located address: it is there as
 * soon as the order is. Raises `orderNotFound` and `busy`.
 */
export function printPackingSlip(
  deps: DrawingDeps,
  { merchantId }: Session,
  orderId: string,
  wish: Pick<PrintWish, 'dpi'> & { format: PackingSlipFormat },
): Promise<FileContent> {
  return takePrintTurn(async () => {
    const stored = await getStoredOrder(deps.db, merchantId, orderId);
    return drawOrder(deps, merchantId, stored, { ...wish, documents: 'packingSlips' });
  });
}
