import { z } from 'zod';
import { DtoAddress } from '../addresses/address.ts';
import { endpoint, namedObject } from '../endpoint.ts';
import { DeliveryService, Service } from '../rates/rates.ts';
import { EpochMillis } from '../time.ts';
import { LabelFormat } from './labels.ts';
import {
  MAX_PACKAGES,
  Recipient,
  Window,
  byNote,
  noteNames,
  orderTexts,
  orderTextSchema,
  MOST_TAGS,
  Tag,
} from './new-order.ts';
import { OrderReference, Order } from './orders.ts';

const { street, unit, city, province, postalCode, country, isBusinessAddress } = DtoAddress.shape;

/** Absent parts stay. */
const AddressEdit = z.strictObject({
  street: street.optional(),
  unit: unit.nullable().describe('`null` takes it out.'),
  city: city.optional(),
  province: province.optional(),
  postalCode: postalCode.optional(),
  country: country.optional(),
  isBusinessAddress: isBusinessAddress.unwrap().optional(),
});

const RecipientEdit = z.strictObject({
  name: Recipient.shape.name.optional(),
  email: Recipient.shape.email.nullable().describe('`null` takes it out.'),
  phone: Recipient.shape.phone
    .nullable()
    .describe('Digits with a leading plus; `null` takes it out, where no phone is needed.'),
});

/** Absent fields stay, `null` clears; `version` detects conflicts (spec 1 §7). */
export const OrderEdit = z
  .strictObject({
    version: Order.shape.version
      .optional()
      .describe('The version of the order that the edit was made from.'),
    recipient: RecipientEdit.optional(),
    recipientAddress: AddressEdit.optional().describe(
      'An edit of the address locates and rates the order again.',
    ),
    ...byNote((name) =>
      orderTextSchema(name)
        .optional()
        .nullable()
        .describe(`${orderTexts[name].description} \`null\` takes it out.`),
    ),
    packageCount: z
      .int('packageCountInvalid')
      .min(1, 'packageCountInvalid')
      .max(MAX_PACKAGES, 'packageCountInvalid')
      .optional()
      .describe('More packages are plain ones; fewer take away the last ones.'),
    service: Service.optional().describe(
      'Only while the order needs attention; it is rated again. Another service has no window unless one is given.',
    ),
    window: Window.optional().describe(
      'Delivery window, for services that have one; only while the order needs attention.',
    ),
    deliveryService: DeliveryService.optional().describe(
      'Requires the flag heavy-parcel-consolidation-v1.',
    ),
  })
  .meta({ id: 'OrderEdit' });
export type OrderEdit = z.infer<typeof OrderEdit>;

/** An address changes by its parts. */
export const FieldChange = z.object({
  field: z
    .enum([
      'recipient.name',
      'recipient.email',
      'recipient.phone',
      'recipientAddress.street',
      'recipientAddress.unit',
      'recipientAddress.city',
      'recipientAddress.province',
      'recipientAddress.postalCode',
      'recipientAddress.country',
      'recipientAddress.isBusinessAddress',
      ...noteNames,
      'packageCount',
      'service',
      'window',
      'deliveryService',
      'tags',
    ])
    .describe('As in `OrderEdit`. A tag that was added has no `from`, one removed no `to`.'),
  from: z
    .string()
    .optional()
    .describe('Former value; missing when there was none. A window is `start/end` in ISO 8601.'),
  to: z.string().optional().describe('New value; missing when it was removed.'),
});
export type FieldChange = z.infer<typeof FieldChange>;

/** Groups fields that conflict: the parts of an address; a service with its window. */
export const editSubjectOf = (field: FieldChange['field']): string => {
  if (field === 'window') return 'service';
  const isPlace =
    field.startsWith('recipientAddress.') && field !== 'recipientAddress.isBusinessAddress';
  return isPlace ? 'recipientAddress' : field;
};

/** ISO 8601: `2026-11-26T14:00:00.000Z/2026-11-26T17:00:00.000Z`. */
export const writeWindow = ({ start, end }: Window): string =>
  `${new Date(start).toISOString()}/${new Date(end).toISOString()}`;

/** Milliseconds; undefined for text that `writeWindow` does not write. */
export function readWindow(text: string): Window | undefined {
  const [start = NaN, end = NaN] = text.split('/').map((part) => Date.parse(part));
  return start < end ? { start, end } : undefined;
}

export const HistoryEntry = z.object({
  at: EpochMillis,
  by: z.string().describe('A username, or `system`, `carrier` or `operator`.'),
  action: z.enum([
    'order.created',
    'order.edited',
    'order.status_changed',
    'order.deleted',
    'order.restored',
    'order.attention_closed',
    'order.attention_reopened',
    'label.printed',
  ]),
  from: z.string().optional().describe('Of a status change: the status before.'),
  to: z.string().optional().describe('Of a status change: the status after.'),
  label: z
    .object({ version: z.int().min(1), format: LabelFormat })
    .optional()
    .describe('Of a print: what was printed.'),
  changes: z.array(FieldChange).describe('Of an edit: what it changed; otherwise empty.'),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** The newest ones. */
export const MOST_HISTORY_ENTRIES = 500;

export const OrderHistory = namedObject('OrderHistory', {
  entries: z.array(HistoryEntry).max(MOST_HISTORY_ENTRIES).describe('Newest first.'),
});
export type OrderHistory = z.infer<typeof OrderHistory>;

const Tags = z.array(Tag).min(1, 'tagRequired').max(MOST_TAGS, 'tagsTooMany');

export const orderEditEndpoints = {
  edit: endpoint('PATCH /orders/{id}/updateOrder', {
    summary: 'Edit an order until the carrier has it',
    mayCall: 'userOrService',
    params: OrderReference,
    body: OrderEdit,
    response: Order,
    errors: [
      'order_not_found',
      'order_changed',
      'order_cancelled',
      'order_scanned',
      'order_picked_up',
      'order_archived',
      'recipient_not_located',
      'origin_not_located',
      'busy',
    ],
  }),
  addTags: endpoint('PATCH /orders/{id}/addTags', {
    summary: 'Add tags to an order',
    mayCall: 'userOrService',
    params: OrderReference,
    body: Tags,
    response: Order,
    errors: ['order_not_found', 'order_archived', 'too_many_tags', 'busy'],
  }),
  removeTags: endpoint('PATCH /orders/{id}/removeTags', {
    summary: 'Remove tags from an order',
    mayCall: 'userOrService',
    params: OrderReference,
    body: Tags,
    response: Order,
    errors: ['order_not_found', 'order_archived', 'busy'],
  }),
  history: endpoint('GET /orders/{id}/history', {
    summary: 'Edits of an order, with user and time',
    mayCall: 'user',
    params: OrderReference,
    response: OrderHistory,
    errors: ['order_not_found'],
  }),
};
