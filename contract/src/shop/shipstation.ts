import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { requiredText } from '../text.ts';

/** The formats in which labels are handed to ShipStation (spec 2 §9); PDF is the default. */
export const LabelFileFormat = z.enum(['PDF', 'ZPL', 'PDF_LETTER']);
export type LabelFileFormat = z.infer<typeof LabelFileFormat>;

/** How ShipStation is connected to a merchant (spec 2 §3): all three fields are required. */
export const ShipstationIntegration = z
  .object({
    apiKey: requiredText(200).describe(
      'Identifies the merchant in calls of ShipStation. No two merchants have the same.',
    ),
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
    body: ShipstationIntegration,
    status: 200,
    response: z.object({ shipstation: ShipstationIntegration }),
    errors: ['shipstation_key_unavailable'],
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
