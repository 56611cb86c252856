import { z } from 'zod';
import { LabelStatus, OrderStatus } from './order-status.ts';
import { DeliveryType } from './packages.ts';
import { PostalCode } from '../addresses/address.ts';
import { Service } from '../rates/services.ts';
import { text } from '../text.ts';
import { EpochMillis, toMillis } from '../time.ts';

export const FREE_SEARCH_MAX_LENGTH = 200;

const LIST_MAX_LENGTH = 50;

/** Milliseconds, or seconds with 10 digits (spec 1 §9). Refuses with `timestampInvalid`. */
const QueryTimestamp = z
  .string()
  .regex(/^\d{1,15}$/, 'timestampInvalid')
  .transform((typed) => toMillis(Number(typed)))
  .pipe(EpochMillis);

const QueryBoolean = z.enum(['true', 'false']).transform((typed) => typed === 'true');

/** Comma-separated, without repeats. */
export const listOf = <Item extends z.ZodType<string, string>>(item: Item, max = LIST_MAX_LENGTH) =>
  z
    .string()
    .transform((typed) => [...new Set(typed.split(',').map((one) => one.trim()))])
    .pipe(z.array(item).max(max));

/** Fulfilled means that `pickupReadyAt` is set (spec 1 §2). */
export const FULFILLMENT_STATUSES = ['FULFILLED', 'UNFULFILLED'] as const;

export const FulfillmentStatus = z.enum(FULFILLMENT_STATUSES);
export type FulfillmentStatus = z.infer<typeof FulfillmentStatus>;

/** All parts must match (spec 1 §3 and §7). */
export const orderFilterShape = {
  freeSearch: text(FREE_SEARCH_MAX_LENGTH)
    .optional()
    .describe(
      'Words that must all match in the id, tracking number, reference, recipient’s name, e-mail, phone or address, or the shop order’s number. Case and accents are ignored. A package’s barcode and a tracking link find their order.',
    ),
  dateFrom: QueryTimestamp.optional().describe('Placed at this timestamp or later.'),
  dateTo: QueryTimestamp.optional().describe('Placed at this timestamp or earlier.'),
  deliveredAtFrom: QueryTimestamp.optional().describe('Delivered at this timestamp or later.'),
  deliveredAtTo: QueryTimestamp.optional().describe('Delivered at this timestamp or earlier.'),
  orderStatus: listOf(OrderStatus).optional().describe('Statuses, with commas between them.'),
  serviceSearch: listOf(Service).optional().describe('Services, with commas between them.'),
  tags: listOf(text(100).min(1)).optional().describe('Tags, with commas between them.'),
  includeTags: QueryBoolean.optional().describe(
    '`true`, as by default: orders with any of `tags`; `false`: orders with none of them.',
  ),
  isBusinessAddress: QueryBoolean.optional().describe('True if the recipient is a business.'),
  fulfillmentStatus: FulfillmentStatus.optional().describe(
    'Only orders marked ready, or only others.',
  ),
  needsAttention: z
    .literal('true')
    .transform(() => true as const)
    .optional()
    .describe('Those that could not be placed, or not be delivered and not dealt with yet.'),
  labelStatus: listOf(LabelStatus)
    .optional()
    .describe('States of the labels, separated by commas.'),
  deliveryType: DeliveryType.optional(),
  originPostalCode: PostalCode.optional().describe('Of where they are picked up.'),
  merchantDisplayName: text(200)
    .min(1)
    .optional()
    .describe('The whole sub-brand; case and accents do not matter.'),
  shipByTo: QueryTimestamp.optional().describe(
    'Must be ready by this time, and not with the carrier yet.',
  ),
  importId: z.uuid().optional().describe('Those that one import created.'),
};

export type OrderFilter = z.infer<z.ZodObject<typeof orderFilterShape>>;

/** Refuses with `rangeOrder`. */
export function checkRanges({ value, issues }: z.core.ParsePayload<OrderFilter>): void {
  const refuse = (path: string) => {
    issues.push({ code: 'custom', message: 'rangeOrder', path: [path], input: value });
  };
  if ((value.dateFrom ?? 0) > (value.dateTo ?? Infinity)) refuse('dateTo');
  if ((value.deliveredAtFrom ?? 0) > (value.deliveredAtTo ?? Infinity)) refuse('deliveredAtTo');
}
