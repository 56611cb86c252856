import type { Merchant } from '@portage/contract/merchants/merchants';
import type { PackingSlipFormat, PrintedDocuments } from '@portage/contract/orders/labels';
import { NewOrder } from '@portage/contract/orders/new-order';
import type { Order } from '@portage/contract/orders/orders';
import {
  packageTrackingNumber,
  trackingNumberFrom,
} from '@portage/contract/orders/tracking-number';
import { FileContent } from '../http/file-content.ts';
import type { Author, Session } from '../http/session.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { getStoredOrder, type StoredOrder } from '../orders/get-order.ts';
import { draftOrder } from '../orders/order-document.ts';
import { recordPrints } from '../orders/record-prints.ts';
import {
  drawOrder,
  drawPictures,
  type DrawingDeps,
  labelError,
  type PreparedOrders,
  prepareOrders,
  type PrintWish,
  type SingleWish,
} from './draw-orders.ts';
import { takePrintTurn } from './print-threads.ts';

interface LabelsWish extends PrintWish {
  gone?: AbortSignal;
}

async function inTurn<Drawn>(
  deps: DrawingDeps,
  merchantId: string,
  stored: StoredOrder,
  wish: LabelsWish,
  draw: (prepared: PreparedOrders) => Promise<Drawn>,
): Promise<Drawn> {
  const prepared = await prepareOrders(deps, merchantId, [stored], wish);
  return takePrintTurn(() => draw(prepared), { owner: merchantId, signal: wish.gone });
}

/** Records nothing. Throws as `drawOrder`. */
async function printOrder(
  deps: DrawingDeps,
  merchantId: string,
  stored: StoredOrder,
  wish: LabelsWish,
): Promise<FileContent> {
  const { mediaType, content } = await inTurn(deps, merchantId, stored, wish, (prepared) =>
    drawOrder(deps, prepared, stored.order, wish.gone),
  );
  return new FileContent(mediaType, content);
}

/** Works before the order is located. Throws `order_not_found`, `busy` and the reason of `gone`. */
export async function printPackingSlip(
  deps: DrawingDeps,
  { merchantId }: Session,
  orderId: string,
  wish: SingleWish & { format: PackingSlipFormat },
): Promise<FileContent> {
  const stored = await getStoredOrder(deps.db, merchantId, orderId);
  return printOrder(deps, merchantId, stored, { ...wish, documents: 'packingSlips' });
}

/** Throws `order_not_found` and the errors of `labelError`. */
async function findPrintable({ db }: Pick<DrawingDeps, 'db'>, merchantId: string, orderId: string) {
  const stored = await getStoredOrder(db, merchantId, orderId);
  const error = labelError(stored.order);
  if (error) throw error;
  return stored;
}

/** Records the print unless disconnected. Throws as `findPrintable` and `drawOrder`. */
export async function drawLabels(
  deps: DrawingDeps,
  author: Author,
  orderId: string,
  wish: LabelsWish,
) {
  const stored = await findPrintable(deps, author.merchantId, orderId);
  const { order } = stored;
  return inTurn(deps, author.merchantId, stored, wish, async (prepared) => {
    const labels = await drawOrder(deps, prepared, order, wish.gone);
    wish.gone?.throwIfAborted();
    await recordPrints(deps, { session: author, orders: [order], format: wish.format });
    return labels;
  });
}

export async function printLabel(
  deps: DrawingDeps,
  author: Author,
  orderId: string,
  wish: SingleWish,
): Promise<FileContent> {
  const labels = await drawLabels(deps, author, orderId, { ...wish, documents: 'labels' });
  return new FileContent(labels.mediaType, labels.content);
}

/** One a package, then the slip's pages. Records the print. */
export async function drawLabelPictures(
  deps: DrawingDeps,
  author: Author,
  orderId: string,
  documents: PrintedDocuments,
): Promise<Buffer[]> {
  const { merchantId } = author;
  const stored = await findPrintable(deps, merchantId, orderId);
  // Audited as ZPL: the audit knows no pictures.
  const wish = { documents, format: 'zpl', dpi: 203 } as const;
  return inTurn(deps, merchantId, stored, wish, async (prepared) => {
    const pictures = await drawPictures(prepared);
    await recordPrints(deps, { session: author, orders: [stored.order], format: wish.format });
    return pictures;
  });
}

const TEST_RECIPIENT = { en: 'TEST – do not ship', fr: 'ESSAI – ne pas expédier' } as const;

/** Goes from the merchant's location to itself; not stored. */
function testOrder({ id, language, merchantLocation }: Merchant, now: number): Order {
  const trackingNumber = trackingNumberFrom(Array.from({ length: 10 }, () => 0));
  const newOrder = NewOrder.parse({
    originAddress: merchantLocation,
    recipient: { name: TEST_RECIPIENT[language] },
    recipientAddress: merchantLocation,
    packageCount: 1,
    service: 'NEXTDAY',
    source: 'dashboard',
  });
  return {
    ...draftOrder(newOrder, { merchantId: id, username: '' }, now),
    trackingNumber,
    packages: [{ trackingNumber: packageTrackingNumber(trackingNumber, 1) }],
  };
}

/** Records nothing. */
export async function printTestLabel(
  deps: DrawingDeps,
  { merchantId }: Pick<Session, 'merchantId'>,
  wish: SingleWish,
): Promise<FileContent> {
  const order = testOrder(await getMerchant(deps.db, merchantId), deps.clock.now());
  const stored = { order, text: JSON.stringify(order) };
  return printOrder(deps, merchantId, stored, { ...wish, documents: 'labels' });
}
