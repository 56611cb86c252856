import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Locale } from '../locale.ts';
import { NewPackage } from '../orders/packages.ts';
import { PostalCode } from '../addresses/postal-code.ts';
import { Service } from './services.ts';
import { CalendarDate, EpochMillis, TimeOfDay, Weekday } from '../time.ts';

/** A price for one service between two postal codes (spec 2 §3), with what it promises. */
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

/** Body of `POST /rates`. Without an origin the merchant's main location is taken (address book). */
export const RateRequest = z.object({
  originPostalCode: PostalCode.optional(),
  postalCode: PostalCode.describe('Destination.'),
  packages: z.array(NewPackage).max(99).optional(),
  language: Locale.optional(),
});
export type RateRequest = z.infer<typeof RateRequest>;

/** A delivery window of the SCHEDULED service (spec 2 §3), local to the origin, with its exact timestamps. */
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

/** Which windows to list: those between two postal codes. */
export const RateWindowQuery = z.object({
  originPostalCode: PostalCode,
  postalCode: PostalCode,
});

/** The calls of rates and delivery windows (spec 2 §7). */
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
