import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** The last three are about privacy. */
export const SHOP_TOPICS = [
  'orders/create',
  'orders/updated',
  'orders/cancelled',
  'app/uninstalled',
  'customers/data_request',
  'customers/redact',
  'shop/redact',
] as const;

/** Bytes; an order with 500 items is a tenth of it. */
const MOST_BYTES = 2 * 1024 * 1024;

/** Twice what a cart can hold. */
const MOST_CART_ITEMS = 1000;

/** Text or number, as the platform sends it. */
const Cents = z.coerce.number().int().min(0);

export const CarrierRateRequest = z.looseObject({
  rate: z.looseObject({
    origin: z.looseObject({ postal_code: z.string().nullish(), country: z.string().nullish() }),
    destination: z.looseObject({
      postal_code: z.string().nullish(),
      country: z.string().nullish(),
    }),
    items: z
      .array(
        z.looseObject({
          quantity: z.coerce.number().int().min(0),
          grams: z.coerce.number().min(0).nullish(),
          price: Cents.nullish(),
          requires_shipping: z.boolean().nullish(),
        }),
      )
      .max(MOST_CART_ITEMS),
    currency: z.string().max(10).nullish(),
    locale: z.string().nullish(),
  }),
});

/** `total_price` is in cents, as text. */
export const CarrierRate = z.object({
  service_name: z.string(),
  service_code: z.string().describe('Unique within the answer.'),
  total_price: z.string(),
  currency: z.string(),
  description: z.string(),
  min_delivery_date: z.string().optional(),
  max_delivery_date: z.string().optional(),
  phone_required: z.boolean().optional().describe('The buyer must give a phone number.'),
});
export type CarrierRate = z.infer<typeof CarrierRate>;

/** Signed over their bodies. */
export const shopCallbackEndpoints = {
  webhook: endpoint('POST /webhooks/{resource}/{event}', {
    summary: 'A webhook of the online shop platform',
    mayCall: 'shop',
    params: z.object({ resource: z.string().max(50), event: z.string().max(50) }),
    body: { raw: 'application/json', maxBytes: MOST_BYTES },
    response: z.object({ received: z.literal(true) }),
    errors: ['not_found', 'malformed_json'],
  }),
  carrierRates: endpoint('POST /carrier_rates', {
    summary: 'The rates that the buyer can choose at checkout; none means “cannot ship”',
    mayCall: 'shop',
    body: { raw: 'application/json', maxBytes: MOST_BYTES },
    response: z.object({ rates: z.array(CarrierRate) }),
    errors: ['malformed_json', 'shop_not_linked'],
  }),
};
