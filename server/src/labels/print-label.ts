import { ZPL_MEDIA_TYPE, type LabelFormat } from '@portage/contract/labels';
import { orderCan } from '@portage/contract/order-permissions';
import type { Deps } from '../deps.ts';
import { FileContent } from '../http/file-content.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { getOrder } from '../orders/get-order.ts';
import { recordPrints } from '../orders/record-prints.ts';
import { sortCodeOf } from '../rates/service-area.ts';
import { orderNotPrintable } from '../refusals.ts';
import type { Session } from '../sessions/identity.ts';
import { labelContents } from './label-content.ts';
import { layOutLabel } from './label-layout.ts';
import { renderPdf } from '../drawing/render-pdf.ts';
import { renderZpl } from '../drawing/render-zpl.ts';

/**
 * The labels of an order, one a package, as a ZPL text or a PDF; the order is marked printed. Raises
 * `orderNotFound`, and `orderNotPrintable` until the order is located and rated.
 */
export async function printLabel(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'trackingUrl'>,
  session: Session,
  orderId: string,
  format: LabelFormat,
): Promise<FileContent> {
  const { db, trackingUrl } = deps;
  const { merchantId } = session;
  const order = await getOrder(db, merchantId, orderId);
  if (!orderCan.printLabel(order).allowed) throw orderNotPrintable(order.orderStatus);

  const merchant = await getMerchant(db, merchantId);
  const sortCode = sortCodeOf(order.recipientAddress.postalCode);
  const layouts = labelContents(order, merchant, trackingUrl, sortCode).map(layOutLabel);
  const labels =
    format === 'zpl'
      ? new FileContent(ZPL_MEDIA_TYPE, renderZpl(layouts))
      : new FileContent('application/pdf', await renderPdf(layouts, format));
  await recordPrints(deps, { session, orders: [order], format });
  return labels;
}
