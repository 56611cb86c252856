import { OrderEdit } from '@portage/contract/orders/order-edits';
import { isOfOtherCountry } from '../../lib/address/address-draft.ts';
import { readTyped } from '../../lib/field-message.ts';
import { differingFields, editBodyOf, type EditDraft, type EditField } from './current-edit.ts';

/** Validates with the contract's schema. Loaded with the form only, as it brings zod. */
export function readEdit(
  before: EditDraft,
  draft: EditDraft,
  { phoneOptional }: { readonly phoneOptional: boolean },
) {
  const changed = differingFields(before, draft);
  const hasChanged = (field: EditField) => changed.includes(field);
  const isPhoneMissing = hasChanged('recipient.phone') && draft.recipient.phone.trim() === '';
  const isWindowMissing = hasChanged('service') && draft.service === 'SCHEDULED' && !draft.window;
  const isJourneyChanged =
    hasChanged('recipientAddress.postalCode') || hasChanged('recipientAddress.country');
  return readTyped(OrderEdit, {
    body: editBodyOf(draft, changed),
    draft,
    own: {
      ...(isPhoneMissing && !phoneOptional && { 'recipient.phone': 'required' }),
      ...(isWindowMissing && { window: 'windowRequired' }),
      ...(isJourneyChanged &&
        isOfOtherCountry(draft.recipientAddress) && {
          'recipientAddress.postalCode': 'postalCodeInvalid',
        }),
    },
  });
}
