import { fieldMessages } from '@portage/contract/field-messages';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { Recipient } from '@portage/contract/orders/new-order';
import { invalidField } from '../api-error.ts';

/**
 * The recipient's phone is needed unless the merchant is flagged phoneOptional (spec 2 §1). Throws
 * `invalidRequest` when it is missing.
 */
export function requirePhone(
  { phone }: Recipient,
  { phoneOptional }: Pick<Merchant, 'phoneOptional'>,
): void {
  if (phone === undefined && !phoneOptional) {
    throw invalidField('recipient.phone', fieldMessages.required);
  }
}
