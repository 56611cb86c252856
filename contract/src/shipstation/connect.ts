import { z } from 'zod';
import { endpoint, namedObject } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import { text } from '../text.ts';
import {
  baseRequest,
  BillingLineItem,
  ConnectAddress,
  ConnectDocument,
  ConnectError,
  ConnectIdentifier,
  ConnectMoney,
  connectStatusOf,
  ConnectTrackingNumber,
  DateTime,
  DocumentFormat,
  MOST_IDENTIFIERS,
  MOST_SHIPMENTS,
  PickupConfirmation,
  PickupWindow,
  shipment,
  ShippedShipment,
  StandardizedStatusCode,
} from './connect-shapes.ts';

const shipments = z.array(ShippedShipment).max(MOST_SHIPMENTS);

/** Connects a ShipStation account with the key of the connection form. */
export const RegisterRequest = namedObject('ConnectRegisterRequest', {
  ...baseRequest,
  registration_info: z
    .object({
      api_key: text(200)
        .min(1, 'required')
        .describe('The key of the ShipStation page of the portal.')
        .meta({ examples: ['pJ7hQ2vX9sLmR4tY8wZb'] }),
    })
    .describe('The fields of the connection form.'),
});

export const RegisterResponse = namedObject('ConnectRegisterResponse', {
  credentials: z
    .object({
      username: z.string().meta({ examples: ['portage'] }),
      password: z.string().meta({ examples: ['pJ7hQ2vX9sLmR4tY8wZb'] }),
    })
    .describe('Sent with HTTP Basic in every later call.'),
  metadata: z
    .object({
      connection_id: z.string().meta({ examples: ['019762f1-5f4e-7cc2-8f0e-3a1f0e1f2a3b'] }),
    })
    .describe('Comes back with every later call.'),
});
export type RegisterResponse = z.infer<typeof RegisterResponse>;

export const GetRatesRequest = namedObject('ConnectGetRatesRequest', {
  ...baseRequest,
  ...shipment,
});
export type GetRatesRequest = z.infer<typeof GetRatesRequest>;

/** A rate, or the reason for none. */
export const ConnectRate = namedObject('ConnectRate', {
  service_code: z.string().meta({ examples: ['NEXTDAY'] }),
  shipping_amount: ConnectMoney.optional(),
  estimated_delivery_datetime: DateTime.optional(),
  billing_line_items: z.array(BillingLineItem).optional(),
  error_messages: z
    .array(z.string())
    .optional()
    .describe('Why the service is not available.')
    .meta({ examples: [[]] }),
  negotiated_rate: z.boolean().meta({ examples: [true] }),
});
export type ConnectRate = z.infer<typeof ConnectRate>;

export const GetRatesResponse = namedObject('ConnectGetRatesResponse', {
  rates: z.array(ConnectRate),
});
export type GetRatesResponse = z.infer<typeof GetRatesResponse>;

export const CreateLabelRequest = namedObject('ConnectCreateLabelRequest', {
  ...baseRequest,
  ...shipment,
  label_format: DocumentFormat.nullish().describe('By default the saved format.'),
  label_layout: z
    .enum(['4x6', 'letter'])
    .nullish()
    .describe('Two labels on a letter sheet: PDF alone.')
    .meta({ examples: ['4x6'] }),
  is_test_label: z
    .boolean()
    .nullish()
    .describe('Portage has no test labels: true is refused.')
    .meta({ examples: [false] }),
  display_schemes: z
    .array(z.enum(['label', 'paperless_label', 'QRCode']))
    .max(10)
    .nullish()
    .describe('Only `label` is offered.')
    .meta({ examples: [['label']] }),
  reference: text(200)
    .nullish()
    .describe('The reference of the order.')
    .meta({ examples: ['WEB-1042'] }),
  fulfillment_plan_details: z
    .object({
      external_sales_order_identifiers: z.array(ConnectIdentifier).max(MOST_IDENTIFIERS).nullish(),
      items: z
        .array(
          z.object({
            name: text(300)
              .nullish()
              .meta({ examples: ['Blue mug'] }),
            quantity: z
              .int()
              .min(1)
              .max(100_000)
              .nullish()
              .meta({ examples: [2] }),
          }),
        )
        .max(500)
        .nullish()
        .describe('The content, for the packing slip.'),
    })
    .nullish(),
});
export type CreateLabelRequest = z.infer<typeof CreateLabelRequest>;

export const CreateLabelResponse = namedObject('ConnectCreateLabelResponse', {
  transaction_id: z.string().meta({ examples: ['1f5f2b0c-6c9e-4a7b-9d0e-0f2c7a1b3c4d'] }),
  tracking_number: ConnectTrackingNumber,
  tracking_url: z.string().meta({ examples: ['https://portage.example/track/PTG4Q7ZK2M8TDR'] }),
  trackable: z.literal(true),
  documents: z
    .array(ConnectDocument)
    .optional()
    .describe('The labels of all packages in one file. PNG: see `packages`.'),
  packages: z.array(
    z.object({
      tracking_number: z.string().meta({ examples: ['PTG4Q7ZK2M8TDR-1'] }),
      documents: z.array(ConnectDocument).optional(),
    }),
  ),
  billing_line_items: z.array(BillingLineItem),
  alternative_identifiers: z.array(ConnectIdentifier),
  estimated_delivery_datetime: DateTime.optional(),
});
export type CreateLabelResponse = z.infer<typeof CreateLabelResponse>;

const VoidRequestId = text(100)
  .min(1, 'required')
  .meta({ examples: ['5d3c2b1a-0f1e-4d2c-8b3a-4c5d6e7f8091'] });

export const VoidLabelsRequest = namedObject('ConnectVoidLabelsRequest', {
  ...baseRequest,
  void_requests: z
    .array(ShippedShipment.extend({ void_request_id: VoidRequestId }))
    .min(1)
    .max(MOST_SHIPMENTS),
});

export const VoidLabelsResponse = namedObject('ConnectVoidLabelsResponse', {
  void_responses: z.array(
    z.object({
      void_request_id: VoidRequestId,
      message: z
        .string()
        .optional()
        .meta({ examples: ['The label is void.'] }),
      errors: z
        .array(z.string())
        .optional()
        .describe('Why the label is not void; absent when it is.')
        .meta({ examples: [[]] }),
    }),
  ),
});
export type VoidLabelsResponse = z.infer<typeof VoidLabelsResponse>;

export const TrackingRequest = namedObject('ConnectTrackingRequest', {
  ...baseRequest,
  tracking_number: ConnectTrackingNumber.nullish(),
  identifiers: z
    .array(ConnectIdentifier)
    .max(MOST_IDENTIFIERS)
    .nullish()
    .describe('An identifier of type `tracking_number` serves as well.'),
});

const TrackEvent = namedObject('ConnectTrackEvent', {
  event_datetime: DateTime,
  event_code: z.string().meta({ examples: ['OUT_FOR_DELIVERY'] }),
  description: z.string().meta({ examples: ['Out for delivery'] }),
  city: z
    .string()
    .optional()
    .meta({ examples: ['Toronto'] }),
});

export const TrackingResponse = namedObject('ConnectTrackingResponse', {
  tracking_info: z.object({
    carrier_name: z.string().meta({ examples: ['Portage'] }),
    tracking_number: ConnectTrackingNumber,
    standardized_status_code: StandardizedStatusCode,
    carrier_status_code: z.string().meta({ examples: ['OUT_FOR_DELIVERY'] }),
    carrier_status_description: z.string().meta({ examples: ['Out for delivery'] }),
    shipped_datetime: DateTime.optional(),
    estimated_delivery_datetime: DateTime.optional(),
    actual_delivery_datetime: DateTime.optional(),
    shipping_problem: z.boolean().meta({ examples: [false] }),
    service: z.object({
      code: z.string().meta({ examples: ['NEXTDAY'] }),
      name: z.string().meta({ examples: ['Next day'] }),
    }),
    package_count: z.int().meta({ examples: [1] }),
    events: z.array(TrackEvent).describe('Newest first.'),
  }),
});
export type TrackingResponse = z.infer<typeof TrackingResponse>;

export const CreateManifestRequest = namedObject('ConnectCreateManifestRequest', {
  ...baseRequest,
  ship_from: ConnectAddress.nullish(),
  included_labels: shipments.min(1, 'required'),
  excluded_labels: shipments.nullish().meta({ examples: [[]] }),
  open_datetime: DateTime.nullish(),
  close_datetime: DateTime.nullish(),
});
export type CreateManifestRequest = z.infer<typeof CreateManifestRequest>;

export const CreateManifestResponse = namedObject('ConnectCreateManifestResponse', {
  transaction_id: z.string().meta({ examples: ['1f5f2b0c-6c9e-4a7b-9d0e-0f2c7a1b3c4d'] }),
  manifests: z.array(
    z.object({
      manifest_id: z.string().meta({ examples: ['019762f1-5f4e-7cc2-8f0e-3a1f0e1f2a3b'] }),
      document_download: z.object({
        data: z
          .string()
          .describe('PDF as base64.')
          .meta({ examples: ['JVBERi0xLjMK'] }),
      }),
    }),
  ),
});
export type CreateManifestResponse = z.infer<typeof CreateManifestResponse>;

const PickupShipments = z.object({
  pickup_service_code: text(100)
    .nullish()
    .meta({ examples: ['PICKUP'] }),
  shipments: shipments.min(1, 'required'),
});

export const SchedulePickupRequest = namedObject('ConnectSchedulePickupRequest', {
  ...baseRequest,
  pickup_details: PickupShipments,
  requested_pickup_window: PickupWindow.nullish(),
});
export type SchedulePickupRequest = z.infer<typeof SchedulePickupRequest>;

export const SchedulePickupResponse = namedObject('ConnectSchedulePickupResponse', {
  confirmation: PickupConfirmation,
  pickup_windows: z.array(PickupWindow),
  remarks: z
    .string()
    .optional()
    .meta({ examples: ['Packages must be ready by 13:00.'] }),
});
export type SchedulePickupResponse = z.infer<typeof SchedulePickupResponse>;

export const CancelPickupRequest = namedObject('ConnectCancelPickupRequest', {
  ...baseRequest,
  confirmation: PickupConfirmation,
  cancellation_details: z
    .object({
      reason: z
        .enum(['other', 'not_ready', 'cost_too_high', 'service_too_slow', 'carrier_failed_pickup'])
        .nullish()
        .meta({ examples: ['not_ready'] }),
      remarks: text(500)
        .nullish()
        .meta({ examples: ['Not packed yet'] }),
    })
    .nullish(),
});

export const CancelPickupResponse = namedObject('ConnectCancelPickupResponse', {
  confirmation_id: z.string().meta({ examples: ['019762f1-5f4e-7cc2-8f0e-3a1f0e1f2a3b'] }),
  successful: z.boolean().meta({ examples: [true] }),
  status: z.string().meta({ examples: ['The pickup is cancelled.'] }),
});
export type CancelPickupResponse = z.infer<typeof CancelPickupResponse>;

/** Errors have the platform's shape and statuses. */
const operation = {
  mayCall: 'shipstation',
  failure: { response: ConnectError, statusOf: (status: number) => connectStatusOf(status)[0] },
} as const;

const SHIPMENT_ERRORS = [
  'connect_service_unknown',
  'connect_not_insured',
] as const satisfies readonly ErrorCode[];

const HAND_OVER_ERRORS = [
  'connect_shipment_unknown',
  'connect_shipment_void',
  'connect_transaction_reused',
  'request_in_progress',
] as const satisfies readonly ErrorCode[];

/** Operations of ShipEngine Connect by their published names. */
export const connectEndpoints = {
  Register: endpoint('POST /shipstation/connect/Register', {
    ...operation,
    summary: 'Connect a ShipStation account by its key, once',
    mayCall: 'anyone',
    body: RegisterRequest,
    response: RegisterResponse,
    errors: ['invalid_shipstation_key', 'connect_connected_already', 'too_many_attempts'],
  }),
  GetRates: endpoint('POST /shipstation/connect/GetRates', {
    ...operation,
    summary: 'Rates of every service, or why one is not available',
    body: GetRatesRequest,
    response: GetRatesResponse,
    errors: SHIPMENT_ERRORS,
  }),
  CreateLabel: endpoint('POST /shipstation/connect/CreateLabel', {
    ...operation,
    summary: 'Place an order and return its labels, once per `transaction_id`',
    body: CreateLabelRequest,
    maxBytes: 1024 * 1024,
    response: CreateLabelResponse,
    errors: [
      ...SHIPMENT_ERRORS,
      'connect_service_required',
      'connect_no_test_labels',
      'connect_no_paperless_labels',
      'connect_layout_unavailable',
      'connect_address_not_found',
      'connect_not_carried',
      'connect_transaction_reused',
      'order_not_found',
      'order_cancelled',
      'order_not_printable',
      'order_not_drawable',
      'print_too_large',
    ],
  }),
  VoidLabels: endpoint('POST /shipstation/connect/VoidLabels', {
    ...operation,
    summary: 'Cancel orders that the carrier has not scanned yet',
    body: VoidLabelsRequest,
    response: VoidLabelsResponse,
  }),
  Track: endpoint('POST /shipstation/connect/Track', {
    ...operation,
    summary: 'Status and events of a shipment',
    body: TrackingRequest,
    response: TrackingResponse,
    errors: ['connect_shipment_unknown'],
  }),
  CreateManifest: endpoint('POST /shipstation/connect/CreateManifest', {
    ...operation,
    summary: 'Mark shipments as ready and list them for the driver',
    body: CreateManifestRequest,
    response: CreateManifestResponse,
    errors: HAND_OVER_ERRORS,
  }),
  SchedulePickup: endpoint('POST /shipstation/connect/SchedulePickup', {
    ...operation,
    summary: 'Mark shipments as ready for the next pickup',
    body: SchedulePickupRequest,
    response: SchedulePickupResponse,
    errors: HAND_OVER_ERRORS,
  }),
  CancelPickup: endpoint('POST /shipstation/connect/CancelPickup', {
    ...operation,
    summary: 'Take shipments of a pickup back that were not scanned',
    body: CancelPickupRequest,
    response: CancelPickupResponse,
    errors: ['connect_pickup_unknown'],
  }),
};

export const ConnectOperation = z.enum(
  Object.keys(connectEndpoints) as [
    keyof typeof connectEndpoints,
    ...(keyof typeof connectEndpoints)[],
  ],
);
export type ConnectOperation = z.infer<typeof ConnectOperation>;
