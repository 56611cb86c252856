import { z } from 'zod';
import type { Address } from '../addresses/address.ts';
import { csvLine, type CsvValue } from '../csv.ts';
import { endpoint } from '../endpoint.ts';
import type { Locale } from '../locale.ts';
import { rateWords } from '../rates/rate-words.ts';
import { orderTimeZone } from '../time-zone.ts';
import type { EpochMillis } from '../time.ts';
import { timestampWriters } from '../timestamp-writer.ts';
import { orderTextNames, orderTexts } from './new-order.ts';
import { checkRanges, orderFilterShape } from './order-list.ts';
import type { Order } from './orders.ts';
import { type Package, poundsOf } from './packages.ts';

export const orderExportEndpoints = {
  export: endpoint('GET /orders/export', {
    summary: 'Every order that matches as CSV, newest first, streamed',
    mayCall: 'userOrService',
    query: z.object(orderFilterShape).check(checkRanges),
    response: { mediaTypes: ['text/csv'] },
    errors: ['too_many_exports'],
  }),
};

/** `timestamp` writes in the order's time zone. */
type ReadCell = (order: Order, timestamp: (at: EpochMillis) => string, locale: Locale) => CsvValue;

const listed = (texts: readonly (string | undefined)[]) => texts.filter(Boolean).join('; ');

function addressColumns(
  whose: 'recipient' | 'origin',
  addressOf: (order: Order) => Address,
): Record<string, ReadCell> {
  return {
    [`${whose}_number`]: (order) => addressOf(order).number,
    [`${whose}_street`]: (order) => addressOf(order).street,
    [`${whose}_unit`]: (order) => addressOf(order).unit,
    [`${whose}_city`]: (order) => addressOf(order).city,
    [`${whose}_province`]: (order) => addressOf(order).province,
    [`${whose}_postal_code`]: (order) => addressOf(order).postalCode,
    [`${whose}_country`]: (order) => addressOf(order).country,
    [`${whose}_sublocality`]: (order) => addressOf(order).sublocality,
    [`${whose}_latitude`]: (order) => addressOf(order).location?.lat,
    [`${whose}_longitude`]: (order) => addressOf(order).location?.lng,
  };
}

const timestampColumn =
  (timestampOf: (order: Order) => EpochMillis | undefined): ReadCell =>
  (order, timestamp) => {
    const at = timestampOf(order);
    return at === undefined ? undefined : timestamp(at);
  };

/** A date, an hour or a zone in the order's time zone. */
const estimateColumn =
  (at: 'epochEstimateFrom' | 'epochEstimateTo', part: 'date' | 'time'): ReadCell =>
  ({ rateChoice }, timestamp) => {
    const estimate = rateChoice?.[at];
    if (estimate === undefined) {
      return part === 'date'
        ? rateChoice?.estimateDay
        : rateChoice?.[at === 'epochEstimateFrom' ? 'estimateFrom' : 'estimateTo'];
    }
    const text = timestamp(estimate);
    return part === 'date' ? text.slice(0, 10) : text.slice(11, 16) + text.slice(19);
  };

/** The packages' common unit, otherwise pounds. */
function weightUnitOf(packages: readonly Package[]): 'lb' | 'kg' | undefined {
  const units = new Set(packages.flatMap(({ weightOptions }) => weightOptions?.unit ?? []));
  const [unit] = units;
  return units.size > 1 ? 'lb' : unit;
}

/** In that unit, to two decimals. */
function totalWeightOf(packages: readonly Package[]): number | undefined {
  const unit = weightUnitOf(packages);
  if (unit === undefined) return undefined;
  const weightOf = (one: Package) =>
    one.weightOptions?.unit === unit ? one.weightOptions.weight : poundsOf(one);
  const total = packages.reduce((sum, one) => sum + weightOf(one), 0);
  return Math.round(total * 100) / 100;
}

const sizeOf = ({ sizeOptions: size }: Package) =>
  size && `${size.length}x${size.width}x${size.height} ${size.unit}`;

/** New texts come last. */
const textColumns = Object.fromEntries(
  orderTextNames.map((name): [string, ReadCell] => [
    orderTexts[name].exportColumn,
    (order) => order[name],
  ]),
);

/** In their sequence (spec 1 §9). */
const listedColumns: Readonly<Record<string, ReadCell>> = {
  id: ({ id }) => id,
  order_status: ({ orderStatus }) => orderStatus,
  created_at: timestampColumn(({ createdAt }) => createdAt),
  merchant_id: ({ merchantId }) => merchantId,
  merchant_display_name: ({ merchantDisplayName }) => merchantDisplayName,
  created_by: ({ createdBy }) => createdBy,
  source: ({ source }) => source,
  delivery_type: ({ deliveryType }) => deliveryType,
  ref_number: ({ refNumber }) => refNumber,
  recipient_name: ({ recipient }) => recipient.name,
  recipient_email: ({ recipient }) => recipient.email,
  recipient_phone: ({ recipient }) => recipient.phone,
  ...addressColumns('recipient', ({ recipientAddress }) => recipientAddress),
  recipient_is_business_address: ({ dtoRecipientAddress }) => dtoRecipientAddress.isBusinessAddress,
  ...addressColumns('origin', ({ originAddress }) => originAddress),
  origin_is_business_address: ({ dtoOriginAddress }) => dtoOriginAddress.isBusinessAddress,
  package_count: ({ packageCount }) => packageCount,
  package_ref_numbers: ({ packages }) => listed(packages.map(({ refNumber }) => refNumber)),
  total_weight: ({ packages }) => totalWeightOf(packages),
  weight_unit: ({ packages }) => weightUnitOf(packages),
  package_dimensions: ({ packages }) => listed(packages.map(sizeOf)),
  service: ({ service }) => service,
  service_name: ({ rateChoice }, _, locale) => rateChoice && rateWords(rateChoice, locale).name,
  service_description: ({ rateChoice }, _, locale) =>
    rateChoice && rateWords(rateChoice, locale).description,
  price: ({ rateChoice }) => rateChoice?.price.toFixed(2),
  estimate_day: estimateColumn('epochEstimateTo', 'date'),
  estimate_from: estimateColumn('epochEstimateFrom', 'time'),
  estimate_to: estimateColumn('epochEstimateTo', 'time'),
  delivery_service: ({ deliveryService }) => deliveryService,
  complete_after: timestampColumn(({ completeAfter }) => completeAfter),
  complete_before: timestampColumn(({ completeBefore }) => completeBefore),
  original_complete_after: timestampColumn(({ originalCompleteAfter }) => originalCompleteAfter),
  original_complete_before: timestampColumn(({ originalCompleteBefore }) => originalCompleteBefore),
  signature_required: ({ signatureRequired }) => signatureRequired,
  scanning_required: ({ scanningRequired }) => scanningRequired,
  valid_address: ({ validAddress }) => validAddress,
  minimum_age: ({ minimumAge }) => minimumAge,
  dispatcher: ({ dispatcher }) => dispatcher,
  notes: ({ notes }) => notes,
  failure_notes: ({ failureNotes }) => failureNotes,
  tags: ({ tags }) => listed(tags),
  custom_fields: ({ customFields }) =>
    listed(customFields.map(({ name, value }) => `${name}: ${value}`)),
  order_items: ({ orderItems }) =>
    listed(
      orderItems.map(({ quantity, name, sku }) => `${quantity} x ${name}${sku ? ` (${sku})` : ''}`),
    ),
  pickup_ready_at: timestampColumn(({ pickupReadyAt }) => pickupReadyAt),
  out_for_delivery_at: timestampColumn(({ outForDeliveryAt }) => outForDeliveryAt),
  delivered_at: timestampColumn(({ deliveredAt }) => deliveredAt),
  failed_at: timestampColumn(({ failedAt }) => failedAt),
  modified_at: timestampColumn(({ modified }) => modified),
};
const columns = { ...listedColumns, ...textColumns };

const readCells = Object.values(columns);

export const ORDERS_CSV_NAME = 'my_orders.csv';

export const orderCsvHeader = csvLine(Object.keys(columns));

export const ORDER_CSV_COLUMNS = readCells.length;

/** Timestamps are in the delivery's zone, named where the reader's differs. */
export function orderCsvWriter(
  readerZone: string | undefined,
  locale: Locale,
): (order: Order) => string {
  const timestampsIn = timestampWriters(readerZone, locale);
  return (order) => {
    const timestamp = timestampsIn(orderTimeZone(order));
    return csvLine(readCells.map((readCell) => readCell(order, timestamp, locale)));
  };
}
