import { NewSavedAddress } from '@portage/contract/addresses/addresses';
import {
  type AddressDraft,
  addressDraftOf,
  blankAddress,
  contactDraftOf,
  isOfOtherCountry,
} from '../lib/address/address-draft.ts';
import { filledIn, readTyped } from '../lib/field-message.ts';

export type RecipientDraft = {
  recipient: { name: string; phone: string; email: string };
  address: AddressDraft;
};

export function recipientDraftOf(saved: NewSavedAddress | undefined): RecipientDraft {
  return {
    recipient: contactDraftOf(saved?.recipient ?? {}),
    address: saved ? addressDraftOf(saved.address) : blankAddress,
  };
}

/** Validates a draft with the contract's schema. */
export function readRecipient(draft: RecipientDraft) {
  return readTyped(NewSavedAddress, {
    body: filledIn(draft),
    draft,
    own: isOfOtherCountry(draft.address) ? { 'address.postalCode': 'postalCodeInvalid' } : {},
  });
}
