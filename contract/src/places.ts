import { z } from 'zod';
import { Address } from './address.ts';
import { endpoint } from './endpoint.ts';
import { requiredText } from './text.ts';

/** A place that completes what was typed into an address line; Canada and the US only (spec 2 §2). */
export const PlaceSuggestion = z.object({
  label: z.string().describe('The place on one line, as a person reads it.'),
  placeId: z
    .string()
    .optional()
    .describe('Given where the address is not known yet: `GET /places/details` tells it.'),
  address: Address.pick({
    street: true,
    city: true,
    province: true,
    postalCode: true,
    country: true,
  }).partial(),
});
export type PlaceSuggestion = z.infer<typeof PlaceSuggestion>;

/** Groups the calls of one search, from the first letter to the pick: a random text. */
const session = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .optional()
  .describe('The same random text for all calls of one search.');

/** The calls of the places service. */
export const placeEndpoints = {
  suggest: endpoint({
    method: 'GET',
    path: '/places/suggestions',
    summary: 'Places that complete a typed address line, best first, at most 8',
    mayCall: 'user',
    query: z.object({ text: requiredText(300), session }),
    status: 200,
    response: z.object({ suggestions: z.array(PlaceSuggestion) }),
    errors: [],
  }),
  details: endpoint({
    method: 'GET',
    path: '/places/details',
    summary: 'The address of a suggestion that came with a `placeId`',
    mayCall: 'user',
    query: z.object({ placeId: requiredText(500), session }),
    status: 200,
    response: PlaceSuggestion,
    errors: ['place_not_found'],
  }),
};
