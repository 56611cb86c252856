import type { SavedAddress } from '@portage/contract/addresses/addresses';
import { NewOrder } from '@portage/contract/orders/new-order';
import type { Service } from '@portage/contract/rates/services';
import { type AddressDraft, isOfOtherCountry } from '../lib/address/address-draft.ts';

/** Spec 2 §2. */
export interface AddressOrderDraft {
  service: Service | '';
  packageCount: string;
  refNumber: string;
  notes: string;
  originAddress: AddressDraft;
}

/** Errors are keys of the contract's messages. */
interface OrderReading {
  readonly order?: NewOrder;
  readonly errors: Readonly<Record<string, string>>;
}

/** Spec 2 §3, the body of the popover, and §5. */
export function readAddressOrder(draft: AddressOrderDraft, saved: SavedAddress): OrderReading {
  const { originAddress, packageCount, refNumber, notes, service } = draft;
  const { unit, ...origin } = originAddress;
  const parsed = NewOrder.safeParse({
    recipient: saved.recipient,
    recipientAddress: { ...saved.address, isBusinessAddress: false },
    originAddress: { ...origin, ...(unit.trim() !== '' && { unit }) },
    packageCount: /^\d+$/.test(packageCount.trim()) ? Number(packageCount) : Number.NaN,
    service,
    ...(notes.trim() !== '' && { notes }),
    ...(refNumber.trim() !== '' && { refNumber }),
    signatureRequired: false,
    source: 'dashboard',
  });
  const issues = (parsed.error?.issues ?? []).map(({ path, message }): [string, string] => [
    path.join('.'),
    path[0] === 'packageCount' ? 'packageCountInvalid' : message,
  ]);
  const blank = Object.entries({
    service,
    packageCount,
    ...Object.fromEntries(
      Object.entries(origin).map(([part, typed]) => [`originAddress.${part}`, typed]),
    ),
  })
    .filter(([, typed]) => typed.trim() === '')
    .map(([path]): [string, string] => [path, 'required']);
  const errors = Object.fromEntries([
    ...issues,
    ...(isOfOtherCountry(originAddress)
      ? [['originAddress.postalCode', 'postalCodeInvalid'] as const]
      : []),
    ...blank,
  ]);
  const isValid = parsed.success && Object.keys(errors).length === 0;
  return isValid ? { order: parsed.data, errors } : { errors };
}
