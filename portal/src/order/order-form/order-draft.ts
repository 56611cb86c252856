import { randomId } from '@mantine/hooks';
import { z } from 'zod';
import { isBareUnit } from '@portage/contract/addresses/address';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { MINIMUM_AGE, type ReturnFrom, byText, byNote } from '@portage/contract/orders/new-order';
import type { Order } from '@portage/contract/orders/orders';
import { type NewPackage, SizeUnit, WeightUnit } from '@portage/contract/orders/packages';
import { formatPhone } from '@portage/contract/phone';
import {
  DEFAULT_DELIVERY_SERVICE,
  DeliveryService,
  Service,
  deliversInWindow,
} from '@portage/contract/rates/rates';
import {
  type AddressDraft,
  addressDraftOf,
  blankAddress,
  contactDraftOf,
} from '../../lib/address/address-draft.ts';

const AddressInDraft = z.object({
  street: z.string(),
  unit: z.string(),
  city: z.string(),
  province: z.string(),
  postalCode: z.string(),
  country: z.string(),
}) satisfies z.ZodType<AddressDraft>;

const PackageDraft = z.object({
  id: z.string().describe('Tells the packages apart on the screen; never sent.'),
  weightOptions: z.object({ weight: z.string(), unit: WeightUnit }),
  sizeOptions: z.object({
    length: z.string(),
    width: z.string(),
    height: z.string(),
    unit: SizeUnit,
  }),
  refNumber: z.string(),
});
export type PackageDraft = z.infer<typeof PackageDraft>;

const CustomFieldDraft = z.object({ name: z.string(), value: z.string() });

/** Paths are those of the creation payload, so that server errors find their fields. */
export const OrderDraft = z.object({
  originAddress: AddressInDraft,
  recipient: z.object({ name: z.string(), phone: z.string(), email: z.string() }),
  returnFrom: z.object({ name: z.string(), phone: z.string() }).nullable(),
  recipientAddress: AddressInDraft.extend({ isBusinessAddress: z.boolean() }),
  freeSearch: z.string(),
  saveAddress: z.boolean(),
  packages: z.array(PackageDraft).min(1),
  minimumAge: z.string(),
  ...byText(() => z.string()),
  tags: z.array(z.string()),
  customFields: z.array(CustomFieldDraft),
  service: Service.nullable(),
  window: z.object({ start: z.number(), end: z.number() }).nullable(),
  deliveryService: DeliveryService,
  signatureRequired: z.boolean(),
});
export type OrderDraft = z.infer<typeof OrderDraft>;

export function blankPackage(
  weightUnit: PackageDraft['weightOptions']['unit'] = 'lb',
  sizeUnit: PackageDraft['sizeOptions']['unit'] = 'inch',
): PackageDraft {
  return {
    id: randomId(),
    weightOptions: { weight: '', unit: weightUnit },
    sizeOptions: { length: '', width: '', height: '', unit: sizeUnit },
    refNumber: '',
  };
}

/** Has its own id. */
export function duplicatePackage(original: PackageDraft): PackageDraft {
  return { ...original, id: randomId() };
}

/** Replaces the weight and the size that are given. */
export function withMeasures(draft: PackageDraft, given: NewPackage): PackageDraft {
  const { weightOptions: weight, sizeOptions: size } = given;
  return {
    ...draft,
    ...(weight && { weightOptions: { weight: String(weight.weight), unit: weight.unit } }),
    ...(size && {
      sizeOptions: {
        length: String(size.length),
        width: String(size.width),
        height: String(size.height),
        unit: size.unit,
      },
    }),
  };
}

type MerchantDefaults = Pick<Merchant, 'merchantLocation' | 'minimumAge'>;

/** Main location, minimum age, one package, defaults of spec 2 §9. */
export function newOrderDraft(merchant: MerchantDefaults): OrderDraft {
  const { minimumAge = 0 } = merchant;
  return {
    originAddress: addressDraftOf(merchant.merchantLocation),
    recipient: { name: '', phone: '', email: '' },
    returnFrom: null,
    recipientAddress: { ...blankAddress, isBusinessAddress: false },
    freeSearch: '',
    saveAddress: false,
    packages: [blankPackage()],
    minimumAge: minimumAge >= MINIMUM_AGE.min ? String(minimumAge) : '',
    ...byText(() => ''),
    tags: [],
    customFields: [{ name: '', value: '' }],
    service: null,
    window: null,
    deliveryService: DEFAULT_DELIVERY_SERVICE,
    signatureRequired: false,
  };
}

/** True for anything its author would miss. */
export function holdsWork(draft: OrderDraft, blank: OrderDraft): boolean {
  const withoutIds = ({ packages, ...rest }: OrderDraft) =>
    JSON.stringify({ ...rest, packages: packages.map((one) => ({ ...one, id: '' })) });
  return withoutIds(draft) !== withoutIds(blank);
}

type Defaults = Parameters<typeof newOrderDraft>[0] & Pick<Merchant, 'name' | 'email'>;

/** Null for services with a window, which each order chooses. */
const serviceOf = ({ service }: Order) => (deliversInWindow(service) ? null : service);

/** Keeps origin and service (product decision). */
export function nextDraft(order: Order, merchant: Defaults): OrderDraft {
  return {
    ...newOrderDraft(merchant),
    originAddress: addressDraftOf(order.dtoOriginAddress),
    service: serviceOf(order),
  };
}

/** Omits references and windows. */
export function duplicateDraft(order: Order, merchant: Defaults): OrderDraft {
  const { recipient, dtoRecipientAddress, deliveryService, signatureRequired } = order;
  return {
    ...nextDraft(order, merchant),
    recipient: contactDraftOf(recipient),
    returnFrom: order.returnFrom ? senderOf(order.returnFrom) : null,
    recipientAddress: {
      ...addressDraftOf(dtoRecipientAddress),
      isBusinessAddress: dtoRecipientAddress.isBusinessAddress,
    },
    packages: order.packages.map((one) => withMeasures(blankPackage(), one)),
    minimumAge: String(order.minimumAge ?? ''),
    merchantDisplayName: order.merchantDisplayName ?? '',
    tags: [...order.tags],
    ...byNote((name) => order[name] ?? ''),
    deliveryService,
    signatureRequired,
  };
}

const senderOf = ({ name, phone = '' }: ReturnFrom) => ({ name, phone: formatPhone(phone) });

/** A return goes back to its sender. */
export function returnDraft(order: Order, merchant: Defaults): OrderDraft {
  const { refNumber = '', dtoOriginAddress, dtoRecipientAddress } = order;
  return {
    ...duplicateDraft(order, merchant),
    originAddress: addressDraftOf(dtoRecipientAddress),
    recipient: order.returnFrom
      ? { ...senderOf(order.returnFrom), email: '' }
      : { name: merchant.name, phone: '', email: merchant.email ?? '' },
    returnFrom: order.returnFrom ? null : senderOf(order.recipient),
    recipientAddress: {
      ...addressDraftOf(dtoOriginAddress),
      isBusinessAddress: true,
    },
    refNumber,
    minimumAge: '',
    ...byNote(() => ''),
  };
}

/** Read from any version of the portal. */
interface Salvaged {
  readonly draft: OrderDraft;
  /** Unreadable parts, in whole or in part. */
  readonly leftOut: readonly string[];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Makes a new element of each list. */
const ELEMENTS: Readonly<Record<string, () => unknown>> = {
  packages: () => blankPackage(),
  customFields: () => ({ name: '', value: '' }),
};

/** `onMisfit` is called for other shapes. */
function merge(defaults: unknown, kept: unknown, onMisfit: () => void): unknown {
  if (kept === undefined) return defaults;
  if (isRecord(defaults) && isRecord(kept)) {
    if (Object.keys(kept).some((key) => !Object.hasOwn(defaults, key))) onMisfit();
    return Object.fromEntries(
      Object.entries(defaults).map(([key, value]) => [
        key,
        merge(value, Object.hasOwn(kept, key) ? kept[key] : undefined, onMisfit),
      ]),
    );
  }
  if (isRecord(defaults) !== isRecord(kept) || typeof defaults !== typeof kept) {
    onMisfit();
    return defaults;
  }
  return kept;
}

function mergePart(part: string, defaults: unknown, kept: unknown, onMisfit: () => void): unknown {
  const element = ELEMENTS[part];
  if (element && Array.isArray(kept)) return kept.map((one) => merge(element(), one, onMisfit));
  // The schema validates service and window, which begin as null.
  return defaults === null ? (kept ?? null) : merge(defaults, kept, onMisfit);
}

/** Blanks missing parts, names unreadable ones. Never throws. */
export function salvageDraft(kept: unknown, blank: OrderDraft): Salvaged {
  const leftOut = new Set<string>();
  if (!isRecord(kept)) return { draft: blank, leftOut: ['draft'] };
  for (const part of Object.keys(kept)) if (!Object.hasOwn(blank, part)) leftOut.add(part);

  const merged = Object.entries(blank).map(([part, defaults]): [string, unknown] => {
    const schema = OrderDraft.shape[part as keyof OrderDraft];
    const onMisfit = () => leftOut.add(part);
    const value = mergePart(part, defaults, kept[part], onMisfit);
    if (schema.safeParse(value).success) return [part, value];
    onMisfit();
    return [part, defaults];
  });
  return { draft: OrderDraft.parse(Object.fromEntries(merged)), leftOut: [...leftOut] };
}

/** `12-4200 rue Sherbrooke E, Montréal, QC H1X 2B1`; longer units follow the street. */
export function addressLine({ street, unit, city, province, postalCode }: AddressDraft): string {
  const place = `${city}, ${province} ${postalCode.replaceAll(' ', '\u00a0')}`;
  if (!unit) return `${street}, ${place}`;
  return isBareUnit(unit) ? `${unit}-${street}, ${place}` : `${street}, ${unit}, ${place}`;
}
