import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { longText, requiredText } from '../text.ts';
import { NewLocation } from './address.ts';

/** Completes a typed address line; Canada and the US only (spec 2 §2). */
export const PlaceSuggestion = z.object({
  label: z.string().describe('The place on one line, as a person reads it.'),
  placeId: z
    .string()
    .optional()
    .describe('Given where the address is not known yet: `GET /places/details` tells it.'),
  address: NewLocation.omit({ unit: true }).partial(),
});
export type PlaceSuggestion = z.infer<typeof PlaceSuggestion>;

/** A pasted address, read into its parts; unclear parts are missing. */
export const ReadAddress = z.object({
  name: z.string().optional().describe('Text before the street.'),
  phone: z.string().optional().describe('As it was typed.'),
  email: z.string().optional(),
  address: PlaceSuggestion.shape.address.extend({
    unit: z.string().optional().describe('Without its word: `12` of `app. 12`.'),
  }),
});
export type ReadAddress = z.infer<typeof ReadAddress>;

/** Random text that groups the calls of one search. */
const session = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .optional()
  .describe('The same random text for all calls of one search.');

export const placeEndpoints = {
  suggest: endpoint('GET /places/suggestions', {
    summary: 'Places that complete a typed address line, best first, at most 8',
    mayCall: 'user',
    query: z.object({ text: requiredText(300), session }),
    response: z.object({ suggestions: z.array(PlaceSuggestion) }),
  }),
  read: endpoint('POST /places/read', {
    summary: 'Reads a pasted address, on one line or several, into its parts',
    mayCall: 'user',
    body: z.object({ text: longText(1000) }),
    response: ReadAddress,
  }),
  details: endpoint('GET /places/details', {
    summary: 'The address of a suggestion that came with a `placeId`',
    mayCall: 'user',
    query: z.object({ placeId: requiredText(500), session }),
    response: PlaceSuggestion,
    errors: ['place_not_found'],
  }),
};
