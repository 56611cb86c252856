import { deliveryServiceNames, serviceNames } from '@portage/contract/services';
import type { FieldError } from '@portage/contract/errors';
import { fillText, type Locale, type Translated } from '@portage/contract/locale';
import { editSubjectOf, type FieldChange } from '@portage/contract/order-edits';
import type { Order } from '@portage/contract/orders';
import { ApiError } from '../../api-error.ts';
import { EDITABLE_FIELDS, editableValues, editedFields, type EditableField } from './changes-of.ts';

const IS_NOW: Translated = {
  en: 'It is now “{value}”.',
  fr: 'La valeur est maintenant «\u00A0{value}\u00A0».',
};
const IS_EMPTY: Translated = { en: 'It is empty now.', fr: 'Le champ est maintenant vide.' };
const YES: Translated = { en: 'yes', fr: 'oui' };
const NO: Translated = { en: 'no', fr: 'non' };

/** What a field of the order says now, as people read it. */
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

/** What the merchant finds in a field that somebody else edited. */
function errorOf(order: Order, field: EditableField, locale: Locale): FieldError {
  const value = valueOf(order, field, locale);
  const message = value ? fillText(IS_NOW[locale], { value }) : IS_EMPTY[locale];
  return { path: field, message };
}

/**
 * Refuses an edit as `order_changed` when others changed the same since it was begun: with each of
 * those fields, and what the order says there now.
 */
export function refuseConflicts(
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
