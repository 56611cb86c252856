import { provinceName } from '@portage/contract/addresses/provinces';
import type { FieldError } from '@portage/contract/errors';
import { fillText, type Locale, type Translated } from '@portage/contract/locale';
import type { AddressMistake } from '@portage/contract/orders/attention';
import { LabelFormat } from '@portage/contract/orders/labels';
import { MOST_TAGS } from '@portage/contract/orders/new-order';
import {
  type OrderEdit,
  type FieldChange,
  editSubjectOf,
  HistoryEntry,
  MOST_HISTORY_ENTRIES,
  type OrderHistory,
} from '@portage/contract/orders/order-edits';
import { orderCan, labelStatusOf, supersedeLabels } from '@portage/contract/orders/order-status';
import { isScanned, type Order } from '@portage/contract/orders/orders';
import { deliveryServiceNames, serviceNames } from '@portage/contract/rates/rates';
import type { EpochMillis } from '@portage/contract/time';
import { ApiError } from '../api-error.ts';
import { readOrderAudit, type RecordedAuditEntry } from '../audit/write-audit.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { Author } from '../http/session.ts';
import { getShipper } from '../merchants/get-merchant.ts';
import type { Places } from '../places/places.ts';
import { advanceOrder } from './advance-order.ts';
import {
  applyEdit,
  isElsewhere,
  changesOf,
  EDITABLE_FIELDS,
  editableValues,
  editedFields,
  type EditableField,
  withEdit,
} from './apply-edit.ts';
import {
  changeOrderAlone,
  type ChangedOrder,
  type OrderRule,
  requirePermission,
  withStatusAudit,
} from './change-orders.ts';
import { getOrder, getOrderDocument } from './get-order.ts';
import {
  atLocatedAddresses,
  locateAddresses,
  type RatingContext,
  rateOrder,
} from './locate-and-rate-orders.ts';
import { listFieldsEditedSince, listNewestOrderEdits } from './order-edit-queries.ts';

function told(
  { at, actor, action, details }: RecordedAuditEntry,
  changesOfVersion: ReadonlyMap<string, readonly FieldChange[]>,
): HistoryEntry {
  const { from, to, version = '', format } = details;
  const entry = { at, by: actor, action: HistoryEntry.shape.action.parse(action), from, to };
  // The version of labels, not of the order.
  if (entry.action === 'label.printed') {
    const label = { version: Number(version), format: LabelFormat.parse(format) };
    return { ...entry, label, changes: [] };
  }
  return { ...entry, changes: [...(changesOfVersion.get(version) ?? [])] };
}

/** Newest first. The audit has the sequence, the edits the changes. Throws `order_not_found`. */
export async function readOrderHistory(
  db: Database,
  merchantId: string,
  orderId: string,
): Promise<OrderHistory> {
  await getOrderDocument(db, merchantId, orderId);
  const [audit, edits] = await Promise.all([
    readOrderAudit(db, merchantId, orderId, MOST_HISTORY_ENTRIES),
    listNewestOrderEdits(db, merchantId, orderId, MOST_HISTORY_ENTRIES),
  ]);
  const changesOfVersion = new Map(edits.map(({ version, changes }) => [String(version), changes]));
  return { entries: audit.reverse().map((entry) => told(entry, changesOfVersion)) };
}

/**
 * Edits all or nothing (spec 1 §7). Throws `order_not_found`, refusals of its status, `applyEdit`
 * and `refuseConflicts`, `recipient_not_located` and `origin_not_located`.
 */
export async function editOrder(
  deps: Pick<Deps, 'db' | 'clock' | 'places' | 'tariffs'>,
  session: Author,
  id: string,
  edit: OrderEdit,
): Promise<Order> {
  const { db, places, tariffs } = deps;
  const { merchantId, username } = session;
  const before = await getOrder(db, merchantId, id);
  requirePermission(orderCan.edit({ ...before, isScanned: isScanned(before) }));

  const shipper = await getShipper(db, merchantId);
  const edited = applyEdit(before, edit, shipper);
  const changes = changesOf(before, edited);
  if (changes.length === 0) return before;
  if (edit.version !== undefined) {
    const fields = await listFieldsEditedSince(db, merchantId, id, edit.version);
    refuseConflicts(before, edited, fields);
  }
  const after = await locatedAfter(places, before, edited);

  let isBehind = false as boolean;
  const order = await changeOrderAlone(deps, { merchantId, id }, (present, now) => {
    isBehind = present.version !== before.version;
    if (isBehind) return { order: present };
    return finishEdit(before, after, changes, username, { ...shipper, now, tariffs });
  });
  // Another transaction changed the order first.
  return isBehind ? editOrder(deps, session, id, edit) : order;
}

/** Edits an order as `editOrder` does, without writing it. Throws its refusals. */
export async function tryEdit(
  places: Places,
  before: Order,
  edit: OrderEdit,
  context: RatingContext,
): Promise<Order> {
  const edited = applyEdit(before, edit, context);
  const after = await locatedAfter(places, before, edited);
  return finishEdit(before, after, changesOf(before, edited), '', context).order;
}

/** Locates an edited order that goes elsewhere. */
async function locatedAfter(places: Places, before: Order, edited: Order): Promise<Order> {
  const isMoved = isElsewhere(before.dtoRecipientAddress, edited.dtoRecipientAddress);
  return isMoved ? located(places, edited) : edited;
}

/** Rates where needed, marks labels stale, adds audit and history. */
function finishEdit(
  before: Order,
  after: Order,
  changes: readonly FieldChange[],
  by: string,
  context: RatingContext,
): ChangedOrder {
  const next: Order = { ...after, version: before.version + 1, modified: context.now };
  // `recordPrints` knows stale labels by their version.
  const edited = labelStatusOf(before) === 'PRINTED' ? supersedeLabels(next) : next;
  const { order, audit } = mustRate(before, edited)
    ? rateAgain(edited, context, by)
    : { order: edited, audit: [] };
  const finished = withEdit(order, changes, by);
  return { ...finished, audit: [...finished.audit, ...audit] };
}

/** True for a changed price or promise; unlocated orders have neither. */
function mustRate(before: Order, after: Order): boolean {
  return (
    after.validAddress &&
    (after.packageCount !== before.packageCount ||
      after.service !== before.service ||
      after.completeAfter !== before.completeAfter ||
      after.completeBefore !== before.completeBefore ||
      after.deliveryService !== before.deliveryService ||
      isElsewhere(before.dtoRecipientAddress, after.dtoRecipientAddress))
  );
}

/** Leads from CREATED to GEOCODED, ready again if it was, or a failure. */
function rateAgain(
  order: Order,
  context: RatingContext,
  by: string,
): Required<Pick<ChangedOrder, 'order' | 'audit'>> {
  const { now } = context;
  const begun =
    order.orderStatus === 'CREATED'
      ? order
      : advanceOrder(order, { to: 'CREATED', actor: 'merchant', at: now });
  // Keeps the promise made at creation; without one, rates as of now.
  const rated = rateOrder(begun, context, order.rateChoice ? order.createdAt : now);
  const isReadyAgain = order.orderStatus === 'PICKUP_READY' && rated.orderStatus === 'GEOCODED';
  const done = isReadyAgain
    ? advanceOrder(rated, { to: 'PICKUP_READY', actor: 'merchant', at: now })
    : rated;

  const steps = [
    { from: order, to: begun, actor: by },
    { from: begun, to: rated, actor: 'system' },
    { from: rated, to: done, actor: by },
  ].filter(({ from, to }) => from !== to);
  return {
    order: done,
    audit: steps.flatMap(({ from, to, actor }) => withStatusAudit(from, to, actor).audit),
  };
}

async function located(places: Places, order: Order): Promise<Order> {
  const { origin, recipient } = await locateAddresses(places, order);
  if (!recipient) throw notLocated(places, order.dtoRecipientAddress);
  if (!origin) throw new ApiError('origin_not_located');
  return atLocatedAddresses(order, { origin, recipient });
}

/** Names the wrong part of an unknown address. */
function notLocated(places: Places, address: Order['dtoRecipientAddress']): ApiError {
  const { part = 'postalCode', correction } = places.findMistake(address) ?? {};
  const { city, province, postalCode } = address;
  return new ApiError('recipient_not_located', {
    fieldErrors: (locale) => {
      const said = correction === undefined ? WRONG_PART : WRONG_PART_CORRECTED;
      const named = part === 'province' && correction !== undefined;
      const message = fillText(said[part][locale], {
        city,
        postalCode,
        province: provinceName(province, locale),
        correction: named ? provinceName(correction, locale) : (correction ?? ''),
      });
      return [{ path: `recipientAddress.${part}`, message }];
    },
  });
}

type WrongPart = Readonly<Record<AddressMistake['part'], Translated>>;

const WRONG_PART: WrongPart = {
  postalCode: {
    en: 'There is no {postalCode} in {province}. Check the postal code.',
    fr: 'Code postal introuvable ({province})\u00A0: {postalCode}. Vérifiez-le.',
  },
  province: {
    en: '{city} {postalCode} is not in {province}. Check the province.',
    fr: 'Province qui ne correspond pas à {city} {postalCode}. Vérifiez-la.',
  },
  street: {
    en: 'This street was not found at {postalCode}. Check the street.',
    fr: 'Cette rue est introuvable à {postalCode}. Vérifiez la rue.',
  },
};

const WRONG_PART_CORRECTED: WrongPart = {
  ...WRONG_PART,
  postalCode: {
    en: 'There is no {postalCode} in {province}. Did you mean {correction}?',
    fr: 'Code postal introuvable ({province})\u00A0: {postalCode}. Vouliez-vous dire {correction}?',
  },
  province: {
    en: '{city} {postalCode} is in {correction}.',
    fr: 'Province pour {city} {postalCode}\u00A0: {correction}.',
  },
};

/** Throws `order_changed`, with current values, when another user changed the same fields. */
function refuseConflicts(
  order: Order,
  after: Order,
  editedSince: readonly FieldChange['field'][],
): void {
  const subjects = new Set(editedFields(order, after).map(editSubjectOf));
  const conflicts = EDITABLE_FIELDS.filter(
    (field) => editedSince.includes(field) && subjects.has(editSubjectOf(field)),
  );
  if (conflicts.length === 0) return;
  throw new ApiError('order_changed', {
    fieldErrors: (locale) => conflicts.map((field) => errorOf(order, field, locale)),
  });
}

/** The current value of a field that another user edited. */
function errorOf(order: Order, field: EditableField, locale: Locale): FieldError {
  const value = valueOf(order, field, locale);
  const message = value ? fillText(IS_NOW[locale], { value }) : IS_EMPTY[locale];
  return { path: field, message };
}

const IS_NOW: Translated = {
  en: 'It is now “{value}”.',
  fr: 'La valeur est maintenant «\u00A0{value}\u00A0».',
};

const IS_EMPTY: Translated = { en: 'It is empty now.', fr: 'Le champ est maintenant vide.' };

const YES: Translated = { en: 'yes', fr: 'oui' };

const NO: Translated = { en: 'no', fr: 'non' };

/** Returns a value as users read it. */
function valueOf(order: Order, field: EditableField, locale: Locale): string | undefined {
  switch (field) {
    case 'service':
      return serviceNames[order.service][locale];
    case 'deliveryService':
      return deliveryServiceNames[order.deliveryService][locale];
    case 'recipientAddress.isBusinessAddress':
      return (order.dtoRecipientAddress.isBusinessAddress ? YES : NO)[locale];
    default:
      return editableValues(order)[field];
  }
}

/** Skips tags that the order has. Throws `too_many_tags` and the refusal of archived orders. */
export const addTags =
  (tags: readonly string[], by: string): OrderRule =>
  (order, now) => {
    const all = [...new Set([...order.tags, ...tags])];
    const changed = retagged(order, all, { by, now });
    if (changed.order !== order && all.length > MOST_TAGS) {
      throw new ApiError('too_many_tags', { limit: MOST_TAGS });
    }
    return changed;
  };

/** Ignores missing tags. Refuses archived orders. */
export const removeTags =
  (tags: readonly string[], by: string): OrderRule =>
  (order, now) => {
    const rest = order.tags.filter((tag) => !tags.includes(tag));
    return retagged(order, rest, { by, now });
  };

/** Labels stay valid: they show no tags. */
function retagged(
  order: Order,
  tags: string[],
  { by, now }: { by: string; now: EpochMillis },
): ChangedOrder {
  requirePermission(orderCan.tag(order));
  if (tags.length === order.tags.length) return { order };
  const after: Order = { ...order, tags, version: order.version + 1, modified: now };
  return withEdit(after, changesOf(order, after), by);
}
