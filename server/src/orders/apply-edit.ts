import type { DtoAddress } from '@portage/contract/addresses/address';
import { fieldMessages } from '@portage/contract/field-messages';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { byNote } from '@portage/contract/orders/new-order';
import { type OrderEdit, FieldChange, writeWindow } from '@portage/contract/orders/order-edits';
import { orderCan } from '@portage/contract/orders/order-status';
import { type Order, isScanned } from '@portage/contract/orders/orders';
import { deliveryTypeOf, type Package } from '@portage/contract/orders/packages';
import { packageTrackingNumber } from '@portage/contract/orders/tracking-number';
import {
  allowedDeliveryServices,
  needsSignature,
  DEFAULT_DELIVERY_SERVICE,
  deliversInWindow,
} from '@portage/contract/rates/rates';
import { invalidField } from '../api-error.ts';
import type { ChangedOrder } from './change-orders.ts';
import { bookedWindow } from './locate-and-rate-orders.ts';
import { requirePhone } from './order-document.ts';

export interface EditContext {
  merchant: Pick<Merchant, 'phoneOptional'>;
  /** May ship HEAVY orders and choose their handover (spec 1 §6). */
  heavyAllowed: boolean;
}

/** Neither locates nor rates. Throws `invalidRequest`, naming the field. */
export function applyEdit(order: Order, edit: OrderEdit, context: EditContext): Order {
  const { recipient, recipientAddress } = edit;
  const serviced = { ...order, ...editedService(order, edit) };
  const { deliveryService = serviced.deliveryService } = edit;
  const packages = countedPackages(order, edit.packageCount);
  const dtoRecipientAddress = editedAddress(order.dtoRecipientAddress, recipientAddress);
  const after: Order = {
    ...serviced,
    recipient: {
      name: recipient?.name ?? order.recipient.name,
      email: edited(order.recipient.email, recipient?.email),
      phone: edited(order.recipient.phone, recipient?.phone),
    },
    dtoRecipientAddress,
    recipientAddress: { ...order.recipientAddress, unit: dtoRecipientAddress.unit },
    ...byNote((name) => edited(order[name], edit[name])),
    packages,
    packageCount: packages.length,
    ...(packages.length !== order.packages.length && { deliveryType: deliveryTypeOf(packages) }),
    ...(deliveryService !== serviced.deliveryService && {
      deliveryService,
      signatureRequired: needsSignature(deliveryService),
    }),
  };
  if (order.recipient.phone !== undefined) requirePhone(after.recipient, context.merchant);
  checkDeliveryService(serviced, after, context);
  return after;
}

type ServiceParts = Pick<
  Order,
  | 'service'
  | 'deliveryService'
  | 'completeAfter'
  | 'completeBefore'
  | 'originalCompleteAfter'
  | 'originalCompleteBefore'
>;

/** Undefined without a change. Throws `invalidRequest`, naming the field. */
function editedService(order: Order, edit: OrderEdit): ServiceParts | undefined {
  const { service = order.service } = edit;
  const before = bookedWindow(order);
  const isOther = service !== order.service;
  const window = edit.window ?? (isOther ? undefined : before);
  if (!isOther && window?.start === before?.start && window?.end === before?.end) return undefined;

  if (!orderCan.chooseService({ ...order, isScanned: isScanned(order) })) {
    throw invalidField(isOther ? 'service' : 'window', fieldMessages.serviceFixed);
  }
  if (window && !deliversInWindow(service)) {
    throw invalidField('window', fieldMessages.windowNotTaken);
  }
  if (service === 'SCHEDULED' && !window) {
    throw invalidField('window', fieldMessages.windowRequired);
  }
  const isAllowed = allowedDeliveryServices(order.deliveryType, service).includes(
    order.deliveryService,
  );
  return {
    service,
    deliveryService: isAllowed ? order.deliveryService : DEFAULT_DELIVERY_SERVICE,
    completeAfter: window?.start,
    completeBefore: window?.end,
    originalCompleteAfter: window?.start,
    originalCompleteBefore: window?.end,
  };
}

/** Adds plain packages or removes the last ones, up to `count`. */
function countedPackages({ packages, trackingNumber }: Order, count = packages.length): Package[] {
  const added = Array.from({ length: Math.max(0, count - packages.length) }, (_, index) => ({
    trackingNumber: packageTrackingNumber(trackingNumber, packages.length + index + 1),
  }));
  return [...packages.slice(0, count), ...added];
}

function checkDeliveryService(before: Order, after: Order, { heavyAllowed }: EditContext): void {
  const isChosen = after.deliveryService !== before.deliveryService;
  if (isChosen && !heavyAllowed) {
    throw invalidField('deliveryService', fieldMessages.deliveryServiceFixed);
  }
  if (!isChosen && after.deliveryType === before.deliveryType) return;
  if (!allowedDeliveryServices(after.deliveryType, after.service).includes(after.deliveryService)) {
    throw invalidField('deliveryService', fieldMessages.deliveryServiceNotOffered);
  }
}

/** A unit lies inside its address. */
const PLACE_PARTS = ['street', 'city', 'province', 'postalCode', 'country'] as const;

/** The second address must be located. */
export const isElsewhere = (one: DtoAddress, other: DtoAddress): boolean =>
  PLACE_PARTS.some((part) => one[part] !== other[part]);

/** Another place loses its point, district and, with its street, house number. */
function editedAddress(
  before: DtoAddress,
  edit: NonNullable<OrderEdit['recipientAddress']> = {},
): DtoAddress {
  const address: DtoAddress = {
    ...before,
    street: edit.street ?? before.street,
    unit: edited(before.unit, edit.unit),
    city: edit.city ?? before.city,
    province: edit.province ?? before.province,
    postalCode: edit.postalCode ?? before.postalCode,
    country: edit.country ?? before.country,
    isBusinessAddress: edit.isBusinessAddress ?? before.isBusinessAddress,
  };
  if (!isElsewhere(before, address)) return address;
  const { location: _point, sublocality: _district, number, ...place } = address;
  return place.street === before.street && number !== undefined ? { ...place, number } : place;
}

/** Absent keeps; `null` or an empty text clears. */
const edited = (before: string | undefined, edit: string | null | undefined) =>
  edit === undefined ? before : edit || undefined;

/** Fields with one value, unlike tags. */
export type EditableField = Exclude<FieldChange['field'], 'tags'>;

/** In display order. */
export const EDITABLE_FIELDS = FieldChange.shape.field.exclude(['tags']).options;

/** Returns values as histories show them. */
export function editableValues(order: Order): Readonly<Record<EditableField, string | undefined>> {
  const { recipient, dtoRecipientAddress: address, packageCount } = order;
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
    ...byNote((name) => order[name]),
    packageCount: String(packageCount),
    service: order.service,
    window: window && writeWindow(window),
    deliveryService: order.deliveryService,
  };
}

export function editedFields(before: Order, after: Order): EditableField[] {
  const [old, now] = [editableValues(before), editableValues(after)];
  return EDITABLE_FIELDS.filter((field) => old[field] !== now[field]);
}

/** Includes added and removed tags. */
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

/** Adds audit and history. The audit outlives the order, so it holds no values. */
export function withEdit(
  order: Order,
  changes: readonly FieldChange[],
  by: string,
): Required<ChangedOrder> {
  const fields = [...new Set(changes.map(({ field }) => field))].join(' ');
  const details = { version: String(order.version), fields };
  return {
    order,
    audit: [{ actor: by, action: 'order.edited', details }],
    edit: { by, changes },
  };
}
