import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Locale } from '../locale.ts';
import { NewPackage } from '../orders/packages.ts';
import { PostalCode } from '../addresses/postal-code.ts';
import { Service } from './services.ts';
import { CalendarDate, EpochMillis, TimeOfDay, Weekday } from '../time.ts';
import { UnavailableService } from './unavailable-services.ts';

/** Spec 2 §3. */
export const Rate = z
  .object({
    name: z.string().describe('Name of the service in the language asked for.'),
    service: Service,
    price: z.number().describe('Price of the whole order before tax, in `currency`, two decimals.'),
    currency: z.enum(['CAD', 'USD']),
    description: z.string().describe('What the service promises, in the language asked for.'),
    late: z
      .literal(true)
      .optional()
      .describe('Set when the cutoff had passed: it is promised a day later.'),
    estimateDay: CalendarDate.optional().describe(
      'Promised day at the destination; none for SCHEDULED.',
    ),
    estimateFrom: TimeOfDay.optional(),
    estimateTo: TimeOfDay.optional(),
    epochEstimateFrom: EpochMillis.optional(),
    epochEstimateTo: EpochMillis.optional(),
  })
  .meta({ id: 'Rate' });
export type Rate = z.infer<typeof Rate>;

/** The origin is the merchant's main location by default. */
export const RateRequest = z.object({
  originPostalCode: PostalCode.optional(),
  postalCode: PostalCode.describe('Destination.'),
  packages: z.array(NewPackage).max(99).optional(),
  language: Locale.optional(),
});
export type RateRequest = z.infer<typeof RateRequest>;

/** Inside one metro area, along an overnight corridor, or further. */
export const Reach = z.enum(['metro', 'corridor', 'network']);
export type Reach = z.infer<typeof Reach>;

const amount = (what: string) =>
  z.number().describe(`${what}, for all packages, in the currency of the rate, two decimals.`);

/** Base, zone, weight and size add up to the price. */
export const RateBreakdown = z
  .object({
    packages: z.int().min(1).describe('How many packages are priced.'),
    base: amount('Base price'),
    zone: amount('Surcharge of the destination zone'),
    weight: amount('Surcharge for weight above what the base price covers'),
    size: amount('What size adds beyond the surcharge for weight'),
    reach: Reach,
    originZone: z.string().describe('Sorting zone of the origin, such as `TOR-1`.'),
    destinationZone: z.string(),
    pricingRow: z
      .object({ postalPrefix: z.string(), price: z.number() })
      .optional()
      .describe('The merchant’s own price that replaced the base price and the zone surcharge.'),
    cutoff: z
      .object({
        time: TimeOfDay.describe('Local to the origin.'),
        at: EpochMillis.describe('The cutoff of the day of the order.'),
        passed: z.boolean(),
      })
      .optional()
      .describe('The cutoff the promise depends on; none for services without a cutoff.'),
    promise: z.string().describe('When it arrives, in the language asked for.'),
    tariffVersion: z.string().describe('Version of the tariff that made the price.'),
  })
  .meta({ id: 'RateBreakdown' });
export type RateBreakdown = z.infer<typeof RateBreakdown>;

export const ExplainedRate = Rate.extend({ breakdown: RateBreakdown }).meta({
  id: 'ExplainedRate',
});
export type ExplainedRate = z.infer<typeof ExplainedRate>;

/** Each service once: its rate, or the reason for none. */
export const ExplainedRates = z
  .object({ rates: z.array(ExplainedRate), unavailable: z.array(UnavailableService) })
  .meta({ id: 'ExplainedRates' });
export type ExplainedRates = z.infer<typeof ExplainedRates>;

/** Local to the origin, with exact timestamps (spec 2 §3). */
export const RateWindow = z
  .object({
    date: CalendarDate,
    weekday: Weekday,
    deliveryWindow: z.object({ timeStart: TimeOfDay, timeEnd: TimeOfDay }),
    start: EpochMillis,
    end: EpochMillis,
  })
  .meta({ id: 'RateWindow' });
export type RateWindow = z.infer<typeof RateWindow>;

export const RateWindowQuery = z.object({
  originPostalCode: PostalCode,
  postalCode: PostalCode,
});

export const rateEndpoints = {
  quote: endpoint({
    method: 'POST',
    path: '/rates',
    summary: 'Prices of every service that can carry the packages; empty when none can',
    mayCall: 'userOrService',
    body: RateRequest,
    status: 200,
    response: z.array(Rate),
    errors: [],
  }),
  explain: endpoint({
    method: 'POST',
    path: '/rates/explained',
    summary: 'Every service once: its rate with how the price is made, or why it is unavailable',
    mayCall: 'userOrService',
    body: RateRequest,
    status: 200,
    response: ExplainedRates,
    errors: [],
  }),
  windows: endpoint({
    method: 'GET',
    path: '/rates/windows',
    summary: 'Delivery windows that can still be booked for SCHEDULED, 14 days ahead',
    mayCall: 'userOrService',
    query: RateWindowQuery,
    status: 200,
    response: z.array(RateWindow),
    errors: [],
  }),
};
