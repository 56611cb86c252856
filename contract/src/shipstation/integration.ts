import { z } from 'zod';
import { endpoint, namedObject } from '../endpoint.ts';
import { ErrorCode } from '../errors.ts';
import { text } from '../text.ts';
import { EpochMillis } from '../time.ts';
import { ConnectOperation } from './connect.ts';

/** Spec 2 §9; PDF is the default. */
export const LabelFileFormat = z.enum(['PDF', 'ZPL', 'PDF_LETTER']);
export type LabelFileFormat = z.infer<typeof LabelFileFormat>;

/** Characters; shorter ones can be guessed. */
export const SHORTEST_SHIPSTATION_KEY = 16;

/** All three fields are required (spec 2 §3). */
export const NewShipstationIntegration = namedObject('NewShipstationIntegration', {
  apiKey: text(200)
    .min(SHORTEST_SHIPSTATION_KEY, 'shipstationKeyShort')
    .describe('Identifies the merchant in calls of ShipStation.'),
  labelFileFormat: LabelFileFormat,
  includePackingSlip: z.boolean(),
});
export type NewShipstationIntegration = z.infer<typeof NewShipstationIntegration>;

export const ShipstationIntegration = namedObject('ShipstationIntegration', {
  apiKey: z.string().describe('For members `••••` and its last four characters.'),
  labelFileFormat: LabelFileFormat,
  includePackingSlip: z.boolean(),
});
export type ShipstationIntegration = z.infer<typeof ShipstationIntegration>;

/** Per merchant. */
export const SHIPSTATION_CALLS_KEPT = 50;

export const ShipstationCall = z.object({
  id: z.uuid(),
  at: EpochMillis,
  operation: ConnectOperation,
  status: z.int().describe('HTTP status that ShipStation was told.'),
  code: ErrorCode.optional().describe('Why it was refused; absent for a success.'),
  trackingNumber: z.string().optional().describe('The shipment that the call was about.'),
});
export type ShipstationCall = z.infer<typeof ShipstationCall>;

export const ShipstationStatus = namedObject('ShipstationStatus', {
  connectedAt: EpochMillis.optional().describe('Time when ShipStation connected with this key.'),
  calls: z.array(ShipstationCall).max(SHIPSTATION_CALLS_KEPT).describe('Newest first.'),
});
export type ShipstationStatus = z.infer<typeof ShipstationStatus>;

const path = '/merchants/integrations/shipstation';

export const shipstationEndpoints = {
  get: endpoint(`GET ${path}`, {
    summary: 'The merchant’s ShipStation integration, null while there is none',
    mayCall: 'user',
    response: ShipstationIntegration.nullable(),
  }),
  status: endpoint(`GET ${path}/status`, {
    summary: 'Connection of ShipStation and its last calls',
    mayCall: 'user',
    response: ShipstationStatus,
    errors: ['shipstation_not_connected'],
  }),
  save: endpoint(`POST ${path}`, {
    summary: 'Connect ShipStation, or replace the settings of the connection',
    mayCall: 'owner',
    needsRecentSignIn: true,
    body: NewShipstationIntegration,
    response: z.object({ shipstation: ShipstationIntegration }),
  }),
  remove: endpoint(`DELETE ${path}`, {
    summary: 'Disconnect ShipStation',
    mayCall: 'owner',
    needsRecentSignIn: true,
    errors: ['shipstation_not_connected'],
  }),
};
