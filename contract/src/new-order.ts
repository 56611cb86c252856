import { z } from 'zod';
import { DtoAddress } from './address.ts';
import { NewPackage } from './packages.ts';
import { Phone } from './phone.ts';
import { DeliveryService, Service } from './services.ts';
import { requiredText, text } from './text.ts';
import { EpochMillis } from './time.ts';

/** The youngest minimum age an order may ask for (spec 2 §9). */
export const MINIMUM_AGE = { min: 16, max: 99 } as const;

/** The age a recipient must have reached. Refuses with `minimumAgeInvalid`. */
const MinimumAge = z
  .int('minimumAgeInvalid')
  .min(MINIMUM_AGE.min, 'minimumAgeInvalid')
  .max(MINIMUM_AGE.max, 'minimumAgeInvalid');

/** How many name/value pairs the wizard offers (spec 2 §5). */
export const CUSTOM_FIELDS_IN_WIZARD = 3;

/** The most packages one order may have. */
export const MAX_PACKAGES = 99;

/** Who receives an order. The phone may be missing only for merchants flagged phoneOptional. */
export const Recipient = z.object({
  name: requiredText(200),
  email: z.email('emailInvalid').max(254).optional(),
  phone: Phone.optional(),
});
export type Recipient = z.infer<typeof Recipient>;

/** A name and a value that the merchant keeps with an order. */
export const CustomField = z.object({
  name: requiredText(100),
  value: requiredText(500),
});
export type CustomField = z.infer<typeof CustomField>;

/** One thing inside an order (spec 1 §3). Prices are in the merchant's currency. */
export const OrderItem = z.object({
  refNumber: text(100).optional(),
  sku: text(100).optional(),
  name: text(300),
  imageUrl: z.url().max(2000).optional(),
  quantity: z.int().min(1).max(100_000),
  unitPrice: z.number().min(0).max(10_000_000).optional(),
  taxAmount: z.number().min(0).max(10_000_000).optional(),
  warehouseLocation: text(100).optional(),
  productId: text(100).optional(),
  fulfillmentSku: text(100).optional(),
  upc: text(50).optional(),
});
export type OrderItem = z.infer<typeof OrderItem>;

/** A delivery window in milliseconds; it becomes completeAfter and completeBefore (spec 2 §3). */
export const Window = z
  .object({ start: EpochMillis, end: EpochMillis })
  .refine(({ start, end }) => start < end, { error: 'windowOrder', path: ['end'] });

/** The creation payload (spec 2 §3). What is checked here needs no database. */
export const NewOrder = z
  .object({
    originAddress: DtoAddress,
    recipient: Recipient,
    recipientAddress: DtoAddress,
    freeSearch: text(500).optional().describe('What was typed to find the address.'),
    saveAddress: z.boolean().default(false).describe('Keep the recipient in the address book.'),
    useCoordinate: z
      .boolean()
      .default(false)
      .describe('Trust `recipientAddress.location` instead of locating the address.'),
    minimumAge: MinimumAge.optional(),
    refNumber: text(100).optional(),
    merchantDisplayName: text(100).optional(),
    tags: z.array(requiredText(60)).max(50).default([]),
    notes: text(2000).optional(),
    packages: z.array(NewPackage).min(1).max(MAX_PACKAGES).optional(),
    packageCount: z.int().min(1).max(MAX_PACKAGES).optional(),
    orderItems: z.array(OrderItem).max(500).default([]),
    service: Service,
    window: Window.optional(),
    deliveryService: DeliveryService.optional(),
    signatureRequired: z.boolean().default(false),
    customFields: z.array(CustomField).max(20).default([]),
    source: z.enum(['dashboard', 'api']).default('api'),
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
  .meta({ id: 'NewOrder' });
export type NewOrder = z.infer<typeof NewOrder>;
