import { z } from 'zod';
import { PostalCode } from '../addresses/address.ts';
import { endpoint, namedObject } from '../endpoint.ts';
import { type Locale, REGIONAL_LOCALE } from '../locale.ts';
import { Service } from '../rates/rates.ts';
import { requiredText, SavedName, text } from '../text.ts';
import { CalendarDate } from '../time.ts';
import { MOST_TAGS, Tag } from './new-order.ts';
import { FREE_SEARCH_MAX_LENGTH, FulfillmentStatus, OrderSort } from './order-list.ts';
import { LabelStatus, OrderStatus } from './order-status.ts';
import { DeliveryType } from './packages.ts';

export const MOST_VIEWS = 50;

/** Named periods (spec 1 §2), and `all` for the whole past. */
export const DAY_RANGE_PRESETS = [
  'today',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'all',
] as const;

export const DayRangePreset = z.enum(DAY_RANGE_PRESETS);
export type DayRangePreset = z.infer<typeof DayRangePreset>;

/** Two days, the later one second: `2026-11-01..2026-11-20`. */
export const DaySpan = z
  .templateLiteral([CalendarDate, '..', CalendarDate])
  .refine((span) => span.slice(0, 10) <= span.slice(12), 'rangeOrder');
export type DaySpan = z.infer<typeof DaySpan>;

/** In the merchant's time zone. Refuses with `dayRangeInvalid`, or `rangeOrder`. */
export const DayRange = z.union([DayRangePreset, DaySpan], 'dayRangeInvalid');
export type DayRange = z.infer<typeof DayRange>;

/** Relative days, so that "this week" stays current; by default two months (spec 1 §9). */
export const ViewFilter = z
  .object({
    search: text(FREE_SEARCH_MAX_LENGTH).min(1),
    placed: DayRange,
    delivered: DayRange.describe('Only with the one status DELIVERED (spec 1 §5).'),
    fulfilment: FulfillmentStatus,
    deliveryType: DeliveryType,
    displayName: requiredText(200),
    origin: PostalCode.describe('Of where they are picked up.'),
    tags: z.array(Tag).min(1).max(MOST_TAGS),
    withoutTags: z.literal(true).describe('Orders with none of `tags`.'),
    status: z.array(OrderStatus).min(1).max(OrderStatus.options.length),
    attention: z.literal(true).describe('Orders that need attention.'),
    labels: z.array(LabelStatus).min(1).max(LabelStatus.options.length),
    service: z.array(Service).min(1).max(Service.options.length),
    business: z.boolean().describe('True if the recipient is a business.'),
    import: z.uuid().describe('Id of the import that created them; of all dates without `placed`.'),
    sort: OrderSort.describe('Missing for the newest first.'),
  })
  .partial()
  .meta({ id: 'ViewFilter' });
export type ViewFilter = z.infer<typeof ViewFilter>;

/** The recipient always shows. */
export const ORDER_COLUMNS = [
  'place',
  'shipBy',
  'placedOn',
  'deliveredOn',
  'reference',
  'status',
  'labels',
  'service',
  'business',
  'fulfilment',
  'trackingNumber',
  'promise',
  'packages',
  'price',
  'tags',
] as const;

export const OrderColumn = z.enum(ORDER_COLUMNS);
export type OrderColumn = z.infer<typeof OrderColumn>;

export const DEFAULT_COLUMNS = [
  'place',
  'placedOn',
  'deliveredOn',
  'reference',
  'status',
  'service',
  'business',
  'fulfilment',
] as const satisfies readonly OrderColumn[];

const viewParts = {
  name: SavedName,
  filter: ViewFilter,
  columns: z
    .array(OrderColumn)
    .max(OrderColumn.options.length)
    .overwrite((columns) => [...new Set(columns)]),
};

export const OrderView = namedObject('OrderView', { id: z.uuid(), ...viewParts });
export type OrderView = z.infer<typeof OrderView>;

/** Sorts "View 2" before "View 10". */
export function viewsByName(views: readonly OrderView[], locale: Locale): OrderView[] {
  const { compare } = new Intl.Collator(REGIONAL_LOCALE[locale], { numeric: true });
  return views.toSorted((one, other) => compare(one.name, other.name));
}

export const NewOrderView = z.object(viewParts);
export type NewOrderView = z.infer<typeof NewOrderView>;

/** Absent parts stay. */
export const OrderViewChanges = NewOrderView.partial();
export type OrderViewChanges = z.infer<typeof OrderViewChanges>;

export const OrderListSettings = z.object({
  views: z
    .array(OrderView)
    .describe('In the order of their names, in the language of the request.'),
  columns: z
    .array(OrderColumn)
    .optional()
    .describe('Shown where no view says otherwise; missing until they are chosen.'),
});
export type OrderListSettings = z.infer<typeof OrderListSettings>;

const oneView = z.object({ id: z.uuid() });

/** Views belong to one user. */
export const orderViewEndpoints = {
  list: endpoint('GET /orders/views', {
    summary: 'The signed-in person’s views and columns',
    mayCall: 'user',
    response: OrderListSettings,
  }),
  create: endpoint('POST /orders/views', {
    summary: 'Save a view',
    mayCall: 'user',
    body: NewOrderView,
    status: 201,
    response: OrderView,
    errors: ['view_name_taken', 'too_many_views'],
    idempotent: true,
  }),
  update: endpoint('PATCH /orders/views/{id}', {
    summary: 'Change a view: its name, its filters or its columns',
    mayCall: 'user',
    params: oneView,
    body: OrderViewChanges,
    response: OrderView,
    errors: ['view_not_found', 'view_name_taken'],
  }),
  delete: endpoint('DELETE /orders/views/{id}', {
    summary: 'Delete a view',
    mayCall: 'user',
    params: oneView,
    errors: ['view_not_found'],
  }),
  chooseColumns: endpoint('PATCH /orders/columns', {
    summary: 'Choose the columns that show where no view says otherwise',
    mayCall: 'user',
    body: z.object({ columns: viewParts.columns }),
  }),
};
