import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { text } from '../text.ts';

/** The formats in which labels are handed to ShipStation (spec 2 §9); PDF is the default. */
export const LabelFileFormat = z.enum(['PDF', 'ZPL', 'PDF_LETTER']);
export type LabelFileFormat = z.infer<typeof LabelFileFormat>;

/** The shortest API key in characters: a shorter one can be guessed. */
export const SHORTEST_SHIPSTATION_KEY = 16;

/** Saves the ShipStation integration (spec 2 §3): all three fields are required. */
export const NewShipstationIntegration = z
  .object({
    apiKey: text(200)
      .min(SHORTEST_SHIPSTATION_KEY, 'shipstationKeyShort')
      .describe('Identifies the merchant in calls of ShipStation.'),
    labelFileFormat: LabelFileFormat,
    includePackingSlip: z.boolean(),
  })
  .meta({ id: 'NewShipstationIntegration' });
export type NewShipstationIntegration = z.infer<typeof NewShipstationIntegration>;

/** The ShipStation integration of a merchant. */
export const ShipstationIntegration = z
  .object({
    apiKey: z.string().describe('For members `••••` and its last four characters.'),
    labelFileFormat: LabelFileFormat,
    includePackingSlip: z.boolean(),
  })
  .meta({ id: 'ShipstationIntegration' });
export type ShipstationIntegration = z.infer<typeof ShipstationIntegration>;

const path = '/merchants/integrations/shipstation';

/** The calls of the ShipStation integration (spec 2 §7). */
export const shipstationEndpoints = {
  get: endpoint({
    method: 'GET',
    path,
    summary: 'The merchant’s ShipStation integration, null while there is none',
    mayCall: 'user',
    status: 200,
    response: ShipstationIntegration.nullable(),
    errors: [],
  }),
  save: endpoint({
    method: 'POST',
    path,
    summary: 'Connect ShipStation, or replace the settings of the connection',
    mayCall: 'owner',
    needsRecentSignIn: true,
    body: NewShipstationIntegration,
    status: 200,
    response: z.object({ shipstation: ShipstationIntegration }),
    errors: [],
  }),
  remove: endpoint({
    method: 'DELETE',
    path,
    summary: 'Disconnect ShipStation',
    mayCall: 'owner',
    needsRecentSignIn: true,
    status: 204,
    response: z.null(),
    errors: ['shipstation_not_connected'],
  }),
};
