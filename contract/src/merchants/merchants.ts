import { z } from 'zod';
import { Address } from '../addresses/address.ts';
import { endpoint, namedObject } from '../endpoint.ts';
import { CalendarDate, EpochMillis, TimeOfDay, Weekday } from '../time.ts';

/** Local to the merchant. */
const DayWindow = z.object({ timeStart: TimeOfDay, timeEnd: TimeOfDay });

/** Usual windows by weekday, less exceptions (spec 2 §3). */
export const DeliveryConstraints = z.object({
  usuals: z.array(z.object({ weekday: Weekday, deliveryWindow: DayWindow, cutoffTime: TimeOfDay })),
  exceptions: z.array(z.object({ date: CalendarDate, cutoffTime: TimeOfDay.optional() })),
});
export type DeliveryConstraints = z.infer<typeof DeliveryConstraints>;

export const PickupConstraints = z.object({
  usuals: z.array(z.object({ weekday: Weekday, cutoffTime: TimeOfDay, pickupWindow: DayWindow })),
});

/** Reads a field of incoming orders as another one (spec 2 §5). */
export const ApiRequestMapping = z.strictObject({
  from: z.literal('ORIGIN_UNIT', 'mappingInvalid'),
  to: z.literal('MERCHANT_DISPLAY_NAME', 'mappingInvalid'),
});
export type ApiRequestMapping = z.infer<typeof ApiRequestMapping>;

/** A sub-brand that recipients see instead of the merchant's name. */
export const MerchantDisplayLogo = z.object({ name: z.string(), logoUrl: z.string() });
export type MerchantDisplayLogo = z.infer<typeof MerchantDisplayLogo>;

export const Merchant = namedObject('Merchant', {
  id: z.uuid(),
  name: z.string(),
  language: z.enum(['en', 'fr']).describe('Language of labels and mails.'),
  timeZone: z.string().describe('IANA name; days and cutoffs of the merchant are in it.'),
  email: z.string().optional(),
  logoUrl: z.string().optional(),
  minimumAge: z.int().optional(),
  taskTimeCreation: z.string().optional(),
  merchantLocation: Address,
  locationCheckedAt: EpochMillis.optional().describe('Time when an owner confirmed it.'),
  additionalLocations: z.array(Address),
  orderTags: z.array(z.string()),
  phoneOptional: z.boolean(),
  apiRequestMappings: z.array(ApiRequestMapping),
  merchantDisplayLogoUrls: z.array(MerchantDisplayLogo),
  shopifyShop: z.string().optional().describe('Domain of the linked shop.'),
  deliveryConstraintsByWeek: DeliveryConstraints,
  pickupConstraintsByWeek: PickupConstraints,
  locationPricing: z.object({
    pricingRows: z.array(z.object({ price: z.number(), postalPrefix: z.string() })),
  }),
});
export type Merchant = z.infer<typeof Merchant>;

export const merchantEndpoints = {
  get: endpoint('GET /merchants', {
    summary: 'The signed-in merchant’s profile',
    mayCall: 'user',
    response: Merchant,
  }),
};
