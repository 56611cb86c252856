import { z } from 'zod';
import { DtoAddress } from '../addresses/address.ts';
import type { Translated } from '../locale.ts';
import { ImageUrl } from '../merchants/image-url.ts';
import { Phone } from '../phone.ts';
import {
  allowedDeliveryServices,
  DeliveryService,
  deliversInWindow,
  Service,
} from '../rates/rates.ts';
import { Email, requiredText, text, longText } from '../text.ts';
import { EpochMillis } from '../time.ts';
import { deliveryTypeOf, NewPackage } from './packages.ts';

interface OrderText {
  readonly most: number;
  readonly isLong: boolean;
  readonly label: Translated;
  readonly description: string;
  /** In the API reference. */
  readonly example: string;
  /** Text about one delivery: editable, erased with the recipient, copied to duplicates only. */
  readonly isNote: boolean;
  readonly isSearched: boolean;
  readonly exportColumn: string;
  /** Column of the order details file, and its headers beside the labels, separated by `|`. */
  readonly import?: { readonly column: string; readonly headers: string };
}

/** Describes each text of an order once, in the sequence of all places that derive from it. */
export const orderTexts = {
  refNumber: {
    ...{ most: 100, isLong: false },
    label: { en: 'Reference number', fr: 'Numéro de référence' },
    description: 'The merchant’s own reference.',
    example: 'WEB-1042',
    ...{ isNote: false, isSearched: true },
    exportColumn: 'ref_number',
  },
  notes: {
    ...{ most: 2000, isLong: true },
    label: { en: 'Notes for the driver', fr: 'Notes pour le livreur' },
    description: 'For the driver.',
    example: 'Ring the bell.',
    ...{ isNote: true, isSearched: false },
    exportColumn: 'notes',
    import: {
      column: 'notes',
      headers:
        'note|order notes|instructions|delivery instructions|driver notes|remarques|consignes|instructions de livraison|notes de livraison|notes de la commande',
    },
  },
  merchantDisplayName: {
    ...{ most: 100, isLong: false },
    label: { en: 'Display name', fr: 'Nom affiché' },
    description: 'Sub-brand shown to the recipient.',
    example: 'Maple Toys',
    ...{ isNote: false, isSearched: false },
    exportColumn: 'merchant_display_name',
    import: {
      column: 'merchant_display_name',
      headers:
        'brand|sub-brand|store|shop|merchant|marque|sous-marque|magasin|boutique|nom du marchand',
    },
  },
} as const satisfies Readonly<Record<string, OrderText>>;

type OrderTexts = typeof orderTexts;
type OrderTextName = keyof OrderTexts;
export type NoteName = {
  [Name in OrderTextName]: OrderTexts[Name]['isNote'] extends true ? Name : never;
}[OrderTextName];
export type OrderTextColumn = {
  [Name in OrderTextName]: OrderTexts[Name] extends { import: { column: infer Column } }
    ? Column
    : never;
}[OrderTextName];

export const orderTextNames = Object.keys(orderTexts) as OrderTextName[];
export const noteNames = orderTextNames.filter((name) => orderTexts[name].isNote) as NoteName[];

export const orderText = (name: OrderTextName): OrderText => orderTexts[name];

export function orderTextSchema(name: OrderTextName) {
  const { most, isLong } = orderText(name);
  return isLong ? longText(most) : text(most);
}

export const isOrderText = (field: string): field is OrderTextName =>
  Object.hasOwn(orderTexts, field);

const byNames = <Name extends string, Value>(names: Name[], valueOf: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;

export const byText = <Value>(valueOf: (name: OrderTextName) => Value) =>
  byNames(orderTextNames, valueOf);

export const byNote = <Value>(valueOf: (name: NoteName) => Value) => byNames(noteNames, valueOf);

/** In the sequence of the order details file. */
export const importedTexts = orderTextNames.flatMap((name) => {
  const text: OrderText = orderTexts[name];
  return text.import
    ? [{ name, ...text.import, column: text.import.column as OrderTextColumn }]
    : [];
});

export const LONGEST_TAG = 60;

export const MOST_TAGS = 50;

export const Tag = requiredText(LONGEST_TAG);

/** Has no comma, which separates tags in filters. Refuses with `tagHasComma`. */
export const ProfileTag = Tag.regex(/^[^,]*$/, 'tagHasComma');

/** Spec 2 §9. */
export const MINIMUM_AGE = { min: 16, max: 99 } as const;

/** Refuses with `minimumAgeInvalid`. */
export const MinimumAge = z
  .int('minimumAgeInvalid')
  .min(MINIMUM_AGE.min, 'minimumAgeInvalid')
  .max(MINIMUM_AGE.max, 'minimumAgeInvalid');

/** Spec 2 §5. */
export const MOST_CUSTOM_FIELDS = 3;

export const MAX_PACKAGES = 99;

/** Only merchants flagged phoneOptional may leave the phone out. */
export const Recipient = z.object({
  name: requiredText(200).describe('Full name, or the name of a business.'),
  email: Email.optional().describe('For notices of the delivery.'),
  phone: Phone.optional().describe('Digits with a leading plus.'),
});
export type Recipient = z.infer<typeof Recipient>;

export const ReturnFrom = Recipient.pick({ name: true, phone: true });
export type ReturnFrom = z.infer<typeof ReturnFrom>;

export const CustomField = z.object({
  name: requiredText(100).describe('Name of the value, such as a shop id.'),
  value: requiredText(500).describe('The value.'),
});
export type CustomField = z.infer<typeof CustomField>;

/** Prices are in the merchant's currency (spec 1 §3). */
export const OrderItem = z.object({
  refNumber: text(100).optional().describe('The merchant’s reference for the item.'),
  sku: text(100).optional().describe('Stock-keeping unit.'),
  name: text(300).describe('Name of the item.'),
  imageUrl: ImageUrl.optional().describe('A picture of it (jpg, gif or png).'),
  quantity: z.int().min(1).max(100_000).describe('Quantity.'),
  unitPrice: z.number().min(0).max(10_000_000).optional().describe('Price of one.'),
  taxAmount: z.number().min(0).max(10_000_000).optional().describe('Tax on all of them.'),
  warehouseLocation: text(100).optional().describe('Place in the warehouse.'),
  productId: text(100).optional().describe('Of the shop’s product.'),
  fulfillmentSku: text(100).optional().describe('The SKU the warehouse knows it by.'),
  upc: text(50).optional().describe('Universal product code.'),
});
export type OrderItem = z.infer<typeof OrderItem>;

export const MOST_ITEMS = 500;

/** Bytes of all texts of an order's items in UTF-8: 240 for each of 500. */
const MOST_ITEM_BYTES = 120_000;

const utf8 = new TextEncoder();

const textBytes = (item: Readonly<Record<string, unknown>>): number =>
  Object.values(item).reduce<number>(
    (sum, value) => (typeof value === 'string' ? sum + utf8.encode(value).length : sum),
    0,
  );

/** Leading items that one order can hold. */
export function itemsThatFit<Item extends Partial<OrderItem>>(items: readonly Item[]): Item[] {
  let bytes = 0;
  const end = items.findIndex((item, index) => {
    bytes += textBytes(item);
    return index === MOST_ITEMS || bytes > MOST_ITEM_BYTES;
  });
  return items.slice(0, end === -1 ? undefined : end);
}

/** Milliseconds; becomes completeAfter and completeBefore (spec 2 §3). */
export const Window = z
  .object({ start: EpochMillis, end: EpochMillis })
  .refine(({ start, end }) => start < end, { error: 'windowOrder', path: ['end'] });
export type Window = z.infer<typeof Window>;

export const OrderSource = z.enum(['dashboard', 'csv', 'shop', 'shipstation', 'api']);
export type OrderSource = z.infer<typeof OrderSource>;

/** Parcels are not carried into the home. */
export const isDeliveryServiceOffered = ({
  packages = [],
  service,
  deliveryService,
}: {
  packages?: readonly NewPackage[] | undefined;
  service: Service;
  deliveryService?: DeliveryService | undefined;
}): boolean =>
  deliveryService === undefined ||
  allowedDeliveryServices(deliveryTypeOf(packages), service).includes(deliveryService);

/** The creation payload (spec 2 §3), as far as it is checked without a database. */
export const NewOrder = z
  .object({
    originAddress: DtoAddress.describe('Pickup address.'),
    recipient: Recipient.describe('Recipient of the order.'),
    recipientAddress: DtoAddress.describe('Destination.'),
    returnFrom: ReturnFrom.optional().describe('Sender of a return; makes the order a return.'),
    freeSearch: text(500).optional().describe('Text that was typed to find the address.'),
    saveAddress: z.boolean().default(false).describe('Keep the recipient in the address book.'),
    useCoordinate: z
      .boolean()
      .default(false)
      .describe('Trust `recipientAddress.location` instead of locating the address.'),
    minimumAge: MinimumAge.optional().describe('The youngest age of who may receive it.'),
    ...byText((name) => orderTextSchema(name).optional().describe(orderTexts[name].description)),
    tags: z
      .array(Tag)
      .max(MOST_TAGS, 'tagsTooMany')
      .default([])
      .describe('Words to find the order by.'),
    packages: z
      .array(NewPackage)
      .min(1)
      .max(MAX_PACKAGES)
      .optional()
      .describe('The packages; without them, `packageCount` plain ones.'),
    packageCount: z
      .int()
      .min(1)
      .max(MAX_PACKAGES)
      .optional()
      .describe('Number of packages; 1 by default.'),
    orderItems: z
      .array(OrderItem)
      .max(MOST_ITEMS)
      .refine((items) => itemsThatFit(items).length === items.length, 'orderItemsTooLong')
      .default([])
      .describe('Contents of the order: at most 120 kB of text.'),
    service: Service.describe('The service asked for.'),
    quotedRate: z
      .object({
        price: z.number().min(0).describe('`price` of the rate.'),
        epochEstimateTo: EpochMillis.optional().describe('`epochEstimateTo` of the rate.'),
      })
      .optional()
      .describe('The rate that was quoted; refused with `rates_changed` when it holds no more.'),
    window: Window.optional().describe('Delivery window; required for SCHEDULED.'),
    deliveryService: DeliveryService.optional().describe(
      'Way of handing over; TO_THE_DOOR by default.',
    ),
    signatureRequired: z.boolean().default(false).describe('Hand over only for a signature.'),
    customFields: z
      .array(CustomField)
      .max(MOST_CUSTOM_FIELDS, 'customFieldsTooMany')
      .default([])
      .describe('Names and values to keep with the order.'),
    source: OrderSource.default('api').describe('Origin of the call.'),
  })
  .refine(
    ({ packages, packageCount }) =>
      !packages || (packageCount ?? packages.length) === packages.length,
    {
      error: 'packageCountMismatch',
      path: ['packageCount'],
    },
  )
  .refine(({ service, window }) => service !== 'SCHEDULED' || window !== undefined, {
    error: 'windowRequired',
    path: ['window'],
  })
  .refine(({ service, window }) => window === undefined || deliversInWindow(service), {
    error: 'windowNotTaken',
    path: ['window'],
  })
  .refine(isDeliveryServiceOffered, {
    error: 'deliveryServiceNotOffered',
    path: ['deliveryService'],
  })
  .meta({ id: 'NewOrder' });
export type NewOrder = z.infer<typeof NewOrder>;
