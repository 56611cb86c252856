import { z } from 'zod';
import { NewLocation } from '../addresses/address.ts';
import { endpoint } from '../endpoint.ts';

export const ShipFromLocation = z.object({
  address: NewLocation,
  isMain: z.boolean().describe('The main location comes first.'),
  isServed: z.boolean().describe('True inside a service area, where the carrier picks up.'),
  distance: z
    .number()
    .optional()
    .describe('Kilometres from the main location as the crow flies, where both could be located.'),
});
export type ShipFromLocation = z.infer<typeof ShipFromLocation>;

export const shipFromLocationEndpoints = {
  list: endpoint('GET /merchants/shipFromLocations', {
    summary: 'The locations to ship from: whether each is served, and how far it is',
    mayCall: 'user',
    response: z.array(ShipFromLocation),
  }),
};
