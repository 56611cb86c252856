import { z } from 'zod';
import { namedObject } from '../endpoint.ts';
import { MAX_PACKAGES } from '../orders/new-order.ts';
import type { OrderStatus } from '../orders/order-status.ts';
import { text } from '../text.ts';

// ShipEngine Connect's carrier API as far as Portage uses it. Other fields are ignored.

export const MOST_SHIPMENTS = 500;

/** Limits the ids that other systems give an order or shipment. */
export const MOST_IDENTIFIERS = 500;

export const DateTime = z.iso
  .datetime({ offset: true })
  .meta({ examples: ['2026-06-10T13:00:00Z'] });

export const baseRequest = {
  transaction_id: text(100)
    .min(1, 'required')
    .describe('Names the request: a retry carries the same one and is carried out once.')
    .meta({ examples: ['1f5f2b0c-6c9e-4a7b-9d0e-0f2c7a1b3c4d'] }),
  metadata: z
    .record(z.string(), z.unknown())
    .nullish()
    .describe('The metadata that `Register` returned.')
    .meta({ examples: [{}] }),
};

export const ConnectMoney = namedObject('ConnectMoney', {
  currency: z.string().meta({ examples: ['CAD'] }),
  amount: z
    .string()
    .describe('Decimal number with two places.')
    .meta({ examples: ['12.00'] }),
});

const line = (max: number, example: string) =>
  text(max)
    .nullish()
    .meta({ examples: [example] });

/** Pickup points and tax numbers are not read. */
export const ConnectAddress = namedObject('ConnectAddress', {
  name: line(200, 'Zoé Tremblay'),
  first_name: line(100, 'Zoé'),
  last_name: line(100, 'Tremblay'),
  company_name: line(200, 'Studio Tremblay'),
  email: line(254, 'zoe@example.com'),
  phone_number: line(40, '+14165550142'),
  address_lines: z
    .array(text(200))
    .max(5)
    .nullish()
    .describe('The street with its number, then the unit.')
    .meta({ examples: [['25 Dundas St E', 'Apt 804']] }),
  city_locality: line(100, 'Toronto'),
  state_province: line(50, 'ON'),
  postal_code: line(20, 'M5B 1C6'),
  country_code: line(2, 'CA'),
  address_residential_indicator: z
    .enum(['unknown', 'yes', 'no'])
    .nullish()
    .meta({ examples: ['yes'] }),
});
export type ConnectAddress = z.infer<typeof ConnectAddress>;

/** In any unit. */
const Measure = z.number('measureInvalid').min(0, 'measureInvalid').max(1e8, 'measureInvalid');

const Dimensions = z.object({
  length: Measure.nullish().meta({ examples: [10] }),
  width: Measure.nullish().meta({ examples: [8] }),
  height: Measure.nullish().meta({ examples: [4] }),
});

const DimensionDetails = z.object({
  source_dimensions: Dimensions.nullish(),
  source_dimension_unit: z.enum(['inches', 'centimeters']).meta({ examples: ['inches'] }),
});

const WeightDetails = z.object({
  source_weight: Measure.meta({ examples: [4] }),
  source_weight_unit: z
    .enum(['grams', 'ounces', 'kilograms', 'pounds'])
    .meta({ examples: ['pounds'] }),
});

const LabelMessages = z.object({
  reference1: line(200, 'Box 1 of 1'),
  reference2: line(200, 'Blue'),
  reference3: line(200, 'Fragile'),
});

export const ConnectPackage = namedObject('ConnectPackage', {
  package_code: line(100, 'package'),
  dimension_details: DimensionDetails.nullish(),
  weight_details: WeightDetails.nullish(),
  label_messages: LabelMessages.nullish(),
});
export type ConnectPackage = z.infer<typeof ConnectPackage>;

const packages = z
  .array(ConnectPackage)
  .min(1, 'packageCountInvalid')
  .max(MAX_PACKAGES, 'packageCountInvalid');

export const shipment = {
  service_code: line(100, 'NEXTDAY').describe('A service of Portage, such as `NEXTDAY`.'),
  ship_datetime: DateTime.nullish().describe('Expected time of shipping.'),
  confirmation: z
    .enum(['None', 'Delivery', 'Signature', 'AdultSignature', 'DirectSignature'])
    .nullish()
    .describe('`Signature` and `DirectSignature` ask for one; `AdultSignature` for an adult’s.')
    .meta({ examples: ['None'] }),
  insurance_provider: z
    .enum(['None', 'ShipStation', 'Carrier', 'External'])
    .nullish()
    .describe('Portage does not insure: `Carrier` is refused.')
    .meta({ examples: ['None'] }),
  is_return_label: z
    .boolean()
    .nullish()
    .meta({ examples: [false] }),
  packages,
  ship_to: ConnectAddress,
  ship_from: ConnectAddress,
};

export const ConnectIdentifier = namedObject('ConnectIdentifier', {
  type: z
    .string()
    .nullish()
    .meta({ examples: ['order_id'] }),
  value: z
    .string()
    .nullish()
    .meta({ examples: ['019762f1-5f4e-7cc2-8f0e-3a1f0e1f2a3b'] }),
});

export const ConnectTrackingNumber = text(60).meta({ examples: ['PTG4Q7ZK2M8TDR'] });

export const ShippedShipment = namedObject('ConnectShippedShipment', {
  tracking_number: ConnectTrackingNumber.nullish(),
});
export type ShippedShipment = z.infer<typeof ShippedShipment>;

export const BillingLineItem = namedObject('ConnectBillingLineItem', {
  billing_category: z
    .enum(['shipping', 'additional_fees', 'oversize'])
    .meta({ examples: ['shipping'] }),
  carrier_description: z
    .string()
    .max(100)
    .meta({ examples: ['Next day'] }),
  amount: ConnectMoney,
});
export type BillingLineItem = z.infer<typeof BillingLineItem>;

export const DocumentFormat = z.enum(['PDF', 'ZPL', 'PNG']).meta({ examples: ['PDF'] });
export type DocumentFormat = z.infer<typeof DocumentFormat>;

export const ConnectDocument = namedObject('ConnectDocument', {
  type: z.array(z.enum(['label'])).meta({ examples: [['label']] }),
  format: DocumentFormat,
  data: z
    .string()
    .describe('Base64.')
    .meta({ examples: ['JVBERi0xLjMK'] }),
});
export type ConnectDocument = z.infer<typeof ConnectDocument>;

/** Unknown, accepted, in transit, delivered, exception, attempted, not yet in the carrier's system. */
export const StandardizedStatusCode = z
  .enum(['UN', 'AC', 'IT', 'DE', 'EX', 'AT', 'NY'])
  .meta({ examples: ['IT'] });
export type StandardizedStatusCode = z.infer<typeof StandardizedStatusCode>;

/** Archived orders keep the code of their last status. */
export const standardizedStatusCodes = {
  CREATED: 'NY',
  GEOCODED: 'NY',
  GEOCODEDFAILED: 'EX',
  OUT_OF_FSA: 'EX',
  UNSUPPORTED_WEIGHT: 'EX',
  RATE_FAILED: 'EX',
  INVALIDTIME: 'EX',
  PICKUP_READY: 'NY',
  CARRIER_PICKED_UP: 'AC',
  SHIPMENT_CREATED: 'AC',
  SHIPMENT_PROCESSING: 'IT',
  RECEIVED_AT_DESTINATION: 'IT',
  OUT_FOR_DELIVERY: 'IT',
  DELIVERY_EN_ROUTE: 'IT',
  DELIVERY_COMPLETED: 'DE',
  DELIVERED: 'DE',
  DELIVERY_FAILED: 'AT',
  CANCELLED: 'EX',
  FAILED: 'EX',
  RETURN_TO_SENDER: 'EX',
  LOST: 'EX',
  ARCHIVED: 'UN',
} as const satisfies Record<OrderStatus, StandardizedStatusCode>;

export const PickupWindow = namedObject('ConnectPickupWindow', {
  time_zone_iana: z
    .string()
    .nullish()
    .meta({ examples: ['America/Toronto'] }),
  pickup_date: DateTime,
  start_time: DateTime.nullish(),
  end_time: DateTime.nullish(),
});
export type PickupWindow = z.infer<typeof PickupWindow>;

const ShipmentIdentifier = z.object({ tracking_number: ConnectTrackingNumber.nullish() });

export const PickupConfirmation = namedObject('ConnectPickupConfirmation', {
  confirmation_id: text(100)
    .nullish()
    .meta({ examples: ['019762f1-5f4e-7cc2-8f0e-3a1f0e1f2a3b'] }),
  shipment_identifiers: z.array(ShipmentIdentifier).max(MOST_SHIPMENTS).nullish(),
});

const StandardizedErrorCode = z.enum([
  'generic',
  'validation',
  'unhandled_module_exception',
  'external_bad_request',
  'external_unauthorized',
  'external_too_many_requests',
  'external_service_unavailable',
]);
export type StandardizedErrorCode = z.infer<typeof StandardizedErrorCode>;

export const ConnectError = namedObject('ConnectError', {
  errors: z
    .array(z.string())
    .describe('Explanation and remedy, as the merchant reads it.')
    .meta({ examples: [['Portage does not deliver to X0A 0H0.']] }),
  detailed_errors: z.array(
    z.object({
      standardized_error_code: StandardizedErrorCode.meta({
        examples: ['external_bad_request'],
      }),
      external_error_code: z
        .string()
        .describe('The stable code of Portage.')
        .meta({ examples: ['connect_not_carried'] }),
      message: z.string().meta({ examples: ['Portage does not deliver to X0A 0H0.'] }),
      external_http_status_code: z
        .int()
        .describe('The status that the code has elsewhere in the API.')
        .meta({ examples: [422] }),
      raw_external_context: z
        .string()
        .describe('The request ID, for support.')
        .meta({ examples: ['request 019762f1'] }),
    }),
  ),
});
export type ConnectError = z.infer<typeof ConnectError>;

/** Statuses that the platform knows, by ours. */
const connectStatuses: Readonly<
  Record<number, readonly [status: number, code: StandardizedErrorCode]>
> = {
  400: [400, 'validation'],
  401: [401, 'external_unauthorized'],
  403: [401, 'external_unauthorized'],
  429: [429, 'external_too_many_requests'],
  500: [500, 'unhandled_module_exception'],
  503: [503, 'external_service_unavailable'],
};

/** 400 unless the table says otherwise. */
export const connectStatusOf = (status: number): readonly [number, StandardizedErrorCode] =>
  connectStatuses[status] ?? [400, 'external_bad_request'];
