import { NewSavedAddress, type SavedAddress } from '@portage/contract/addresses/addresses';
import { formatPhone } from '@portage/contract/phone';
import {
  type AddressDraft,
  addressDraftOf,
  blankAddress,
  isOfOtherCountry,
} from '../lib/address/address-draft.ts';

export interface RecipientDraft {
  recipient: { name: string; phone: string; email: string };
  address: AddressDraft;
  freeSearch: string;
}

export function recipientDraftOf(saved: SavedAddress | undefined): RecipientDraft {
  const { name = '', phone = '', email = '' } = saved?.recipient ?? {};
  return {
    recipient: { name, phone: formatPhone(phone), email },
    address: saved ? addressDraftOf(saved.address) : blankAddress,
    freeSearch: '',
  };
}

const given = (key: string, typed: string) => (typed.trim() === '' ? {} : { [key]: typed });

interface RecipientReading {
  readonly recipient?: NewSavedAddress;
  readonly errors: Readonly<Record<string, string>>;
}

/** By the contract's schema. */
export function readRecipient({ recipient, address }: RecipientDraft): RecipientReading {
  const { unit, ...parts } = address;
  const parsed = NewSavedAddress.safeParse({
    recipient: {
      name: recipient.name,
      ...given('phone', recipient.phone),
      ...given('email', recipient.email),
    },
    address: { ...parts, ...given('unit', unit) },
  });
  const blank = new Set(
    Object.entries(address)
      .filter(([, typed]) => typed.trim() === '')
      .map(([part]) => `address.${part}`),
  );
  const issues = (parsed.error?.issues ?? []).map((issue): [string, string] => {
    const path = issue.path.join('.');
    return [path, blank.has(path) ? 'required' : issue.message];
  });
  const errors = {
    ...Object.fromEntries(issues),
    ...(isOfOtherCountry(address) && { 'address.postalCode': 'postalCodeInvalid' }),
  };
  const isValid = parsed.success && Object.keys(errors).length === 0;
  return isValid ? { recipient: parsed.data, errors } : { errors };
}
