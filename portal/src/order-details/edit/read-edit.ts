import { OrderEdit } from '@portage/contract/orders/order-edits';
import { isOfOtherCountry } from '../../lib/address/address-draft.ts';
import {
  differingFields,
  editBodyOf,
  type EditDraft,
  type EditField,
  textAt,
} from './current-edit.ts';

/** Errors by path: a key of `fieldMessages` or a sentence of the server. */
export type EditErrors = Readonly<Partial<Record<EditField, string>>>;

interface EditReading {
  /** Missing while anything is invalid. */
  readonly edit?: OrderEdit;
  readonly errors: EditErrors;
}

/** By the contract's schema. Loaded with the form only, as it brings zod. */
export function readEdit(
  before: EditDraft,
  draft: EditDraft,
  { phoneOptional }: { readonly phoneOptional: boolean },
): EditReading {
  const changed = differingFields(before, draft);
  const parsed = OrderEdit.safeParse(editBodyOf(draft, changed));
  const errors: Partial<Record<EditField, string>> = {};
  for (const issue of parsed.error?.issues ?? []) {
    const field = changed.find((one) => one === issue.path.join('.'));
    if (field) errors[field] = textAt(draft, field) === '' ? 'required' : issue.message;
  }
  const hasChanged = (field: EditField) => changed.includes(field);
  if (hasChanged('recipient.phone') && textAt(draft, 'recipient.phone') === '' && !phoneOptional) {
    errors['recipient.phone'] = 'required';
  }
  if (hasChanged('service') && draft.service === 'SCHEDULED' && draft.window === '') {
    errors.window = 'windowRequired';
  }
  const isJourneyChanged =
    hasChanged('recipientAddress.postalCode') || hasChanged('recipientAddress.country');
  if (isJourneyChanged && isOfOtherCountry(draft.recipientAddress)) {
    errors['recipientAddress.postalCode'] = 'postalCodeInvalid';
  }
  return parsed.success && Object.keys(errors).length === 0
    ? { edit: parsed.data, errors }
    : { errors };
}
