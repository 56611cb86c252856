import { isDeepStrictEqual } from 'node:util';
import { type Actor, mayBecome, OrderStatus } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { orderFacets } from '../orders/order-document.ts';

/** A row of `orders`. */
export interface StoredOrder {
  id: string;
  merchant_id: string;
  document: string;
  status: string;
  version: number;
  tracking_number: string;
  ref_number: string | null;
  import_id: string | null;
  created_at: number;
  [column: string]: unknown;
}

const millis = (value: unknown) => (value instanceof Date ? value.getTime() : value);

/** Columns that contradict the document, or have nothing to do with it. */
export function differingColumns(row: StoredOrder, order: Order): string[] {
  const expected: Record<string, unknown> = {
    ...orderFacets(order),
    id: order.id,
    merchant_id: order.merchantId,
    status: order.orderStatus,
    version: order.version,
    tracking_number: order.trackingNumber,
    ref_number: order.refNumber ?? null,
    import_id: order.importId ?? null,
    created_at: order.createdAt,
  };
  return Object.keys({ ...row, ...expected }).filter(
    (column) =>
      column !== 'document' && !isDeepStrictEqual(row[column], millis(expected[column] ?? null)),
  );
}

const ACTORS: readonly Actor[] = ['merchant', 'carrier', 'system'];

/** Faults of a timeline: events out of sequence, steps that the table forbids. */
export function timelineFaults({ timelineEvents, orderStatus }: Order): string[] {
  const faults: string[] = [];
  let status: OrderStatus | undefined;
  let before = 0;
  for (const { event, timestamp } of timelineEvents) {
    if (timestamp < before) faults.push(`${event} is earlier than the event before it`);
    before = timestamp;
    const next = OrderStatus.safeParse(event).data;
    if (next === undefined) continue;
    const from = status;
    if (from !== undefined && !ACTORS.some((actor) => mayBecome(from, next, actor))) {
      faults.push(`${from} became ${next}`);
    }
    if (from === undefined && next !== 'CREATED') faults.push(`it begins with ${next}`);
    status = next;
  }
  if (status !== orderStatus) faults.push(`it ends with ${status} and is ${orderStatus}`);
  return faults;
}
