import { z } from 'zod';
import { Address } from './address.ts';
import { endpoint } from './endpoint.ts';
import { requiredText } from './text.ts';

/** A place that completes what was typed into an address line; Canada and the US only (spec 2 §2). */
export const PlaceSuggestion = z.object({
  label: z.string().describe('The place on one line, as a person reads it.'),
  address: Address.pick({
    street: true,
    city: true,
    province: true,
    postalCode: true,
    country: true,
  }).partial(),
});
export type PlaceSuggestion = z.infer<typeof PlaceSuggestion>;

/** The calls of the places service. */
export const placeEndpoints = {
  suggest: endpoint({
    method: 'GET',
    path: '/places/suggestions',
    summary: 'Places that complete a typed address line, best first, at most 8',
    mayCall: 'user',
    query: z.object({ text: requiredText(300) }),
    status: 200,
    response: z.object({ suggestions: z.array(PlaceSuggestion) }),
    errors: [],
  }),
};
