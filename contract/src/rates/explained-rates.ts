import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Rate, RateRequest } from './rates.ts';
import { EpochMillis, TimeOfDay } from '../time.ts';
import { UnavailableService } from './unavailable-services.ts';

/** How far a shipment goes: inside one metro area, along an overnight corridor, or further. */
export const Reach = z.enum(['metro', 'corridor', 'network']);
export type Reach = z.infer<typeof Reach>;

const amount = (what: string) =>
  z.number().describe(`${what}, for all packages, in the currency of the rate, two decimals.`);

/** How a price is made: base, zone, weight and size add up to it. */
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

/** A rate with how it was made. */
export const ExplainedRate = Rate.extend({ breakdown: RateBreakdown }).meta({
  id: 'ExplainedRate',
});
export type ExplainedRate = z.infer<typeof ExplainedRate>;

/** Each of the six services exactly once, either with its rate or with why it has none. */
export const ExplainedRates = z
  .object({ rates: z.array(ExplainedRate), unavailable: z.array(UnavailableService) })
  .meta({ id: 'ExplainedRates' });
export type ExplainedRates = z.infer<typeof ExplainedRates>;

/** The call that says why a service costs what it does, or why it is not offered. */
export const explainedRateEndpoints = {
  quote: endpoint({
    method: 'POST',
    path: '/rates/explained',
    summary: 'Every service once: its rate with how the price is made, or why it is unavailable',
    mayCall: 'userOrService',
    body: RateRequest,
    status: 200,
    response: ExplainedRates,
    errors: [],
  }),
};
