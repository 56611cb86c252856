import { z } from 'zod';
import { normalizePostalCode } from '@portage/contract/addresses/address';
import type { Locale } from '@portage/contract/locale';
import { NewOrder } from '@portage/contract/orders/new-order';
import type { NewPackage } from '@portage/contract/orders/packages';
import { type RateRequest, needsSignature } from '@portage/contract/rates/rates';
import {
  type AddressDraft,
  isOfOtherCountry,
  provinceCorrection,
} from '../../lib/address/address-draft.ts';
import { type FieldErrors, filledIn, readTyped } from '../../lib/field-message.ts';
import { readNumber } from '../../ui/typed-number.ts';
import type { OrderDraft, PackageDraft } from './order-draft.ts';

/** Worded by `problem` in the wizard's dictionary. */
const DraftProblemSchema = z.enum([
  'cannotShip',
  'provinceMismatch',
  'serviceMissing',
  'serviceNotOffered',
  'windowNotOffered',
  'ratesUnavailable',
  'ratesChanged',
]);
export type DraftProblem = z.infer<typeof DraftProblemSchema>;

/** False for a sentence of the server. */
export function isDraftProblem(error: string): error is DraftProblem {
  return DraftProblemSchema.safeParse(error).success;
}

/** A missing measure is `NaN`, which no schema accepts. */
export function packagesOf(drafts: readonly PackageDraft[]): NewPackage[] {
  return drafts.map(({ weightOptions, sizeOptions, refNumber }) => ({
    weightOptions: { unit: weightOptions.unit, weight: readNumber(weightOptions.weight) },
    sizeOptions: {
      unit: sizeOptions.unit,
      length: readNumber(sizeOptions.length),
      width: readNumber(sizeOptions.width),
      height: readNumber(sizeOptions.height),
    },
    refNumber: refNumber.trim() || undefined,
  }));
}

/** Omits incomplete custom fields (spec 2 §3, §5). */
export function payloadOf(draft: OrderDraft) {
  return {
    ...draft,
    minimumAge: draft.minimumAge.trim() && readNumber(draft.minimumAge),
    packages: packagesOf(draft.packages),
    packageCount: draft.packages.length,
    window: draft.service === 'SCHEDULED' ? draft.window : null,
    signatureRequired: draft.signatureRequired || needsSignature(draft.deliveryService),
    customFields: draft.customFields.filter(
      ({ name, value }) => name.trim() !== '' && value.trim() !== '',
    ),
    source: 'dashboard',
  };
}

export interface Route {
  readonly originPostalCode: string;
  readonly postalCode: string;
}

/** In their stored form. */
export function routeOf({ originAddress, recipientAddress }: OrderDraft): Route {
  return {
    originPostalCode: normalizePostalCode(originAddress.postalCode),
    postalCode: normalizePostalCode(recipientAddress.postalCode),
  };
}

export function rateRequestOf(draft: OrderDraft, language: Locale): RateRequest {
  return { ...routeOf(draft), packages: packagesOf(draft.packages), language };
}

function errorsOfAddress(path: string, address: AddressDraft): FieldErrors {
  if (isOfOtherCountry(address)) return { [`${path}.postalCode`]: 'postalCodeInvalid' };
  return provinceCorrection(address) === undefined
    ? {}
    : { [`${path}.province`]: 'provinceMismatch' satisfies DraftProblem };
}

function errorsOfWizard(draft: OrderDraft, phoneOptional: boolean): FieldErrors {
  const isPhoneMissing = !phoneOptional && draft.recipient.phone.trim() === '';
  const isWindowMissing = draft.service === 'SCHEDULED' && !draft.window;
  return {
    ...errorsOfAddress('originAddress', draft.originAddress),
    ...errorsOfAddress('recipientAddress', draft.recipientAddress),
    ...(isPhoneMissing && { 'recipient.phone': 'required' }),
    ...(!draft.service && { service: 'serviceMissing' satisfies DraftProblem }),
    ...(isWindowMissing && { window: 'windowRequired' }),
  };
}

/** Validates with the contract's schema (spec 2 §5). Errors may be a `DraftProblem`. */
export function readDraft(draft: OrderDraft, { phoneOptional }: { phoneOptional: boolean }) {
  const own = errorsOfWizard(draft, phoneOptional);
  return readTyped(NewOrder, { body: filledIn(payloadOf(draft)), draft, own });
}
