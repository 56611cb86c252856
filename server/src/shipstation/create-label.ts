import { hash } from 'node:crypto';
import type { Locale } from '@portage/contract/locale';
import type { NewOrder } from '@portage/contract/orders/new-order';
import type { Order } from '@portage/contract/orders/orders';
import { serviceNames } from '@portage/contract/rates/rates';
import type {
  CreateLabelRequest,
  CreateLabelResponse,
} from '@portage/contract/shipstation/connect';
import type { ConnectDocument, DocumentFormat } from '@portage/contract/shipstation/connect-shapes';
import { ApiError, isApiError } from '../api-error.ts';
import type { Deps } from '../deps.ts';
import type { ShipstationCaller } from '../http/authentication.ts';
import { getShipper, type Shipper } from '../merchants/get-merchant.ts';
import { writeNewOrders } from '../orders/create-orders.ts';
import { getOrder } from '../orders/get-order.ts';
import { rateDrafts } from '../orders/locate-and-rate-orders.ts';
import { applyProfile, draftOrder, requirePhone } from '../orders/order-document.ts';
import { drawLabelPictures, drawLabels } from '../printing/print-label.ts';
import { explainRates } from '../rates/quote-rates.ts';
import { readOrder, withConnectFields } from './read-shipment.ts';
import { findLabel, insertLabel } from './shipstation-queries.ts';

export type ConnectDeps = Pick<
  Deps,
  'db' | 'clock' | 'log' | 'places' | 'tariffs' | 'logos' | 'trackingUrl'
>;

interface LabelWish {
  format: DocumentFormat;
  /** Two labels on a sheet of letter paper. */
  isLetter: boolean;
}

/** The requested format, else the saved one. Throws `connect_layout_unavailable`. */
function labelWish(
  { label_format: asked, label_layout: layout }: CreateLabelRequest,
  { labelFileFormat }: ShipstationCaller,
): LabelWish {
  const format = asked ?? (labelFileFormat === 'ZPL' ? 'ZPL' : 'PDF');
  const isLetter = layout ? layout === 'letter' : !asked && labelFileFormat === 'PDF_LETTER';
  if (isLetter && format !== 'PDF') throw new ApiError('connect_layout_unavailable');
  return { format, isLetter };
}

interface LabelCall {
  caller: ShipstationCaller;
  request: CreateLabelRequest;
  locale: Locale;
}

/** Once per `transaction_id`. Throws as its steps do, and `connect_transaction_reused`. */
export async function createLabel(
  deps: ConnectDeps,
  call: LabelCall,
): Promise<CreateLabelResponse> {
  const { caller, request, locale } = call;
  const wish = labelWish(request, caller);
  const { merchantId } = caller;
  const shipper = await getShipper(deps.db, merchantId);
  const newOrder = readOrder(request, shipper.merchant);
  const orderId = await placeOnce(deps, call, shipper, newOrder);
  const documents = await drawDocuments(deps, caller, orderId, wish);
  const order = await getOrder(deps.db, merchantId, orderId);
  const estimate = order.completeBefore;
  return {
    transaction_id: request.transaction_id,
    tracking_number: order.trackingNumber,
    tracking_url: `${deps.trackingUrl.replace(/\/$/, '')}/${order.trackingNumber}`,
    trackable: true,
    ...(wish.format !== 'PNG' && { documents }),
    packages: order.packages.map(({ trackingNumber }, index) => ({
      tracking_number: trackingNumber,
      ...(wish.format === 'PNG' && {
        // The last package carries the packing slip.
        documents: documents.slice(
          index,
          index === order.packages.length - 1 ? undefined : index + 1,
        ),
      }),
    })),
    billing_line_items: order.rateChoice
      ? [
          {
            billing_category: 'shipping',
            carrier_description: serviceNames[order.service][locale],
            amount: {
              currency: order.rateChoice.currency,
              amount: order.rateChoice.price.toFixed(2),
            },
          },
        ]
      : [],
    alternative_identifiers: [{ type: 'order_id', value: order.id }],
    ...(estimate !== undefined && {
      estimated_delivery_datetime: new Date(estimate).toISOString(),
    }),
  };
}

/** Omits what the platform may vary. */
function hashOf({ transaction_id: _key, metadata: _ours, ...body }: CreateLabelRequest): Buffer {
  return hash('sha256', JSON.stringify(['CreateLabel', body]), 'buffer');
}

/** Returns the transaction's order id; places the order when new. */
async function placeOnce(
  deps: ConnectDeps,
  { caller, request }: LabelCall,
  shipper: Shipper,
  newOrder: NewOrder,
): Promise<string> {
  const { db } = deps;
  const { merchantId, username } = caller;
  const { transaction_id: transactionId } = request;
  const requestHash = hashOf(request);
  const findFirst = async () => {
    const first = await findLabel(db, merchantId, transactionId);
    if (first && !first.requestHash.equals(requestHash)) {
      throw new ApiError('connect_transaction_reused', { transactionId });
    }
    return first?.orderId;
  };
  const first = await findFirst();
  if (first !== undefined) return first;
  const order = await rateNewOrder(deps, shipper, username, newOrder);
  const label = { transactionId, requestHash, orderId: order.id };
  await db.transaction().execute(async (trx) => {
    if (!(await insertLabel(trx, merchantId, label))) return;
    await writeNewOrders(trx, { merchantId, username }, [order]);
  });
  return (await findFirst()) ?? order.id;
}

/** Throws `connect_address_not_found`, `connect_not_carried` and `invalid_request`. */
async function rateNewOrder(
  { clock, places, tariffs }: ConnectDeps,
  shipper: Shipper,
  username: string,
  newOrder: NewOrder,
): Promise<Order> {
  const { merchant } = shipper;
  try {
    requirePhone(newOrder.recipient, merchant);
  } catch (error) {
    throw isApiError(error) ? withConnectFields(error) : error;
  }
  const now = clock.now();
  const author = { merchantId: merchant.id, username };
  const draft = draftOrder(applyProfile(newOrder, merchant), author, now);
  const [order = draft] = await rateDrafts(places, [draft], {
    ...shipper,
    now,
    tariffs,
  });
  if (order.orderStatus === 'GEOCODED') return order;
  if (order.orderStatus === 'GEOCODEDFAILED') throw new ApiError('connect_address_not_found');
  const reasonIn = (locale: Locale) => {
    const { unavailable } = explainRates({
      tariff: tariffs.at(now),
      origin: order.originAddress.postalCode,
      destination: order.recipientAddress.postalCode,
      packages: order.packages,
      at: now,
      ...shipper,
      locale,
    });
    return unavailable.find(({ service }) => service === order.service)?.reason ?? '';
  };
  throw new ApiError('connect_not_carried', { reason: { en: reasonIn('en'), fr: reasonIn('fr') } });
}

/** Draws labels, plus the packing slip if the merchant wants it. */
async function drawDocuments(
  deps: ConnectDeps,
  caller: ShipstationCaller,
  orderId: string,
  { format, isLetter }: LabelWish,
): Promise<ConnectDocument[]> {
  const printed = caller.includePackingSlip ? 'labelsAndPackingSlips' : 'labels';
  const documentOf = (bytes: Buffer): ConnectDocument => ({
    type: ['label'],
    format,
    data: bytes.toString('base64'),
  });
  if (format === 'PNG') {
    const pictures = await drawLabelPictures(deps, caller, orderId, printed);
    return pictures.map(documentOf);
  }
  const pdf = isLetter ? 'pdf_letter' : 'pdf';
  const { content } = await drawLabels(deps, caller, orderId, {
    documents: printed,
    format: format === 'ZPL' ? 'zpl' : pdf,
    dpi: 203,
  });
  return [documentOf(content)];
}
