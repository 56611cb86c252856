import { NewSavedAddress, type SavedAddress } from '@portage/contract/addresses/addresses';
import { formatPhone } from '@portage/contract/phone';
import {
  type AddressDraft,
  addressDraftOf,
  blankAddress,
  isOfOtherCountry,
} from '../lib/address/address-draft.ts';
import { readTyped } from '../lib/field-message.ts';

export type RecipientDraft = {
  recipient: { name: string; phone: string; email: string };
  address: AddressDraft;
  freeSearch: string;
};

export function recipientDraftOf(saved: SavedAddress | undefined): RecipientDraft {
  const { name = '', phone = '', email = '' } = saved?.recipient ?? {};
  return {
    recipient: { name, phone: formatPhone(phone), email },
    address: saved ? addressDraftOf(saved.address) : blankAddress,
    freeSearch: '',
  };
}

const given = (key: string, typed: string) => (typed.trim() === '' ? {} : { [key]: typed });

/** By the contract's schema. */
export function readRecipient(draft: RecipientDraft) {
  const { recipient, address } = draft;
  const { unit, ...parts } = address;
  return readTyped(NewSavedAddress, {
    body: {
      recipient: {
        name: recipient.name,
        ...given('phone', recipient.phone),
        ...given('email', recipient.email),
      },
      address: { ...parts, ...given('unit', unit) },
    },
    draft,
    own: isOfOtherCountry(address) ? { 'address.postalCode': 'postalCodeInvalid' } : {},
  });
}
