import type { SavedAddress } from '@portage/contract/addresses/addresses';
import { NewOrder } from '@portage/contract/orders/new-order';
import type { Service } from '@portage/contract/rates/rates';
import { type AddressDraft, isOfOtherCountry } from '../lib/address/address-draft.ts';
import { filledIn, readTyped } from '../lib/field-message.ts';

/** Spec 2 §2. */
export type AddressOrderDraft = {
  service: Service | '';
  packageCount: string;
  refNumber: string;
  notes: string;
  originAddress: AddressDraft;
};

/** Spec 2 §3, the body of the popover, and §5. */
export function readAddressOrder(draft: AddressOrderDraft, saved: SavedAddress) {
  const { originAddress, packageCount, refNumber, notes, service } = draft;
  const count = /^\d+$/.test(packageCount.trim()) ? Number(packageCount) : Number.NaN;
  const isCount =
    packageCount.trim() === '' || NewOrder.shape.packageCount.safeParse(count).success;
  return readTyped(NewOrder, {
    body: filledIn({
      recipient: saved.recipient,
      recipientAddress: { ...saved.address, isBusinessAddress: false },
      originAddress,
      packageCount: count,
      service,
      notes,
      refNumber,
      signatureRequired: false,
      source: 'dashboard',
    }),
    draft,
    own: {
      ...(!isCount && { packageCount: 'packageCountInvalid' }),
      ...(isOfOtherCountry(originAddress) && { 'originAddress.postalCode': 'postalCodeInvalid' }),
    },
  });
}
