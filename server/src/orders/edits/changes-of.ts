import { FieldChange, writeWindow } from '@portage/contract/orders/order-edits';
import type { Order } from '@portage/contract/orders/orders';
import { bookedWindow } from '../rate-order.ts';

/** A field that has one value, unlike tags. */
export type EditableField = Exclude<FieldChange['field'], 'tags'>;

/** Those fields, in the sequence in which people are told of them. */
export const EDITABLE_FIELDS = FieldChange.shape.field.exclude(['tags']).options;

/** What an order has in each field that can be edited, as histories tell it. */
export function editableValues(order: Order): Readonly<Record<EditableField, string | undefined>> {
  const { recipient, dtoRecipientAddress: address, notes, packageCount } = order;
  const window = bookedWindow(order);
  return {
    'recipient.name': recipient.name,
    'recipient.email': recipient.email,
    'recipient.phone': recipient.phone,
    'recipientAddress.street': address.street,
    'recipientAddress.unit': address.unit,
    'recipientAddress.city': address.city,
    'recipientAddress.province': address.province,
    'recipientAddress.postalCode': address.postalCode,
    'recipientAddress.country': address.country,
    'recipientAddress.isBusinessAddress': String(address.isBusinessAddress),
    notes,
    packageCount: String(packageCount),
    service: order.service,
    window: window && writeWindow(window),
    deliveryService: order.deliveryService,
  };
}

/** The fields in which two orders differ. */
export function editedFields(before: Order, after: Order): EditableField[] {
  const [old, now] = [editableValues(before), editableValues(after)];
  return EDITABLE_FIELDS.filter((field) => old[field] !== now[field]);
}

/** What an edit made of an order: each field that is another now, and each tag that came or went. */
export function changesOf(before: Order, after: Order): FieldChange[] {
  const [old, now] = [editableValues(before), editableValues(after)];
  const removed = before.tags.filter((tag) => !after.tags.includes(tag));
  const added = after.tags.filter((tag) => !before.tags.includes(tag));
  return [
    ...editedFields(before, after).map((field) => ({ field, from: old[field], to: now[field] })),
    ...removed.map((from) => ({ field: 'tags' as const, from })),
    ...added.map((to) => ({ field: 'tags' as const, to })),
  ];
}
