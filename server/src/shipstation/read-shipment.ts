import type { z } from 'zod';
import type { DtoAddress } from '@portage/contract/addresses/address';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { NewOrder } from '@portage/contract/orders/new-order';
import type { NewPackage } from '@portage/contract/orders/packages';
import { deliversInWindow, Service } from '@portage/contract/rates/rates';
import type { CreateLabelRequest, GetRatesRequest } from '@portage/contract/shipstation/connect';
import type { ConnectAddress, ConnectPackage } from '@portage/contract/shipstation/connect-shapes';
import { Email } from '@portage/contract/text';
import { ApiError } from '../api-error.ts';
import { fieldErrorsOf } from '../field-errors.ts';

/** Services without a window: ShipStation never asks for windows. */
export const CONNECT_SERVICES = Service.options.filter((service) => !deliversInWindow(service));

const offered = CONNECT_SERVICES.join(', ');

/** Undefined without a code. Throws `connect_service_unknown`. */
export function readService(code: string | null | undefined): Service | undefined {
  if (!code) return undefined;
  const service = CONNECT_SERVICES.find((one) => one === code);
  if (!service) throw new ApiError('connect_service_unknown', { service: code, offered });
  return service;
}

/** Throws `connect_not_insured` when asked to insure. */
export function refuseInsurance({
  insurance_provider: provider,
}: Pick<GetRatesRequest, 'insurance_provider'>): void {
  if (provider === 'Carrier') throw new ApiError('connect_not_insured');
}

type WeightUnit = NonNullable<ConnectPackage['weight_details']>['source_weight_unit'];

/** Our units; `per` of the platform's make one. */
const WEIGHT_UNITS = {
  grams: { unit: 'kg', per: 1000 },
  kilograms: { unit: 'kg', per: 1 },
  ounces: { unit: 'lb', per: 16 },
  pounds: { unit: 'lb', per: 1 },
} as const satisfies Record<WeightUnit, { unit: 'kg' | 'lb'; per: number }>;

const SIZE_UNITS = { inches: 'inch', centimeters: 'cm' } as const;

/** Rounds to four places, as the platform does. */
const rounded = (value: number) => Math.round(value * 1e4) / 1e4;

/** Ignores a size with a missing side. */
export function readPackage({
  weight_details: weight,
  dimension_details: size,
  label_messages: messages,
}: ConnectPackage): NewPackage {
  const { length, width, height } = size?.source_dimensions ?? {};
  const refNumber = messages?.reference1?.slice(0, 100);
  const scale = weight && WEIGHT_UNITS[weight.source_weight_unit];
  return {
    ...(scale && {
      weightOptions: { weight: rounded(weight.source_weight / scale.per), unit: scale.unit },
    }),
    ...(size &&
      typeof length === 'number' &&
      typeof width === 'number' &&
      typeof height === 'number' && {
        sizeOptions: { length, width, height, unit: SIZE_UNITS[size.source_dimension_unit] },
      }),
    ...(refNumber && { refNumber }),
  };
}

const joined = (parts: readonly (string | null | undefined)[], between: string) =>
  parts.filter(Boolean).join(between);

/** Person and company on one line. */
function nameOf(address: ConnectAddress): string {
  const { name, first_name: first, last_name: last, company_name: company } = address;
  const person = name || joined([first, last], ' ');
  return joined([person, company === person ? undefined : company], ', ');
}

/** Joins lines after the first as the unit. */
function readAddress(address: ConnectAddress): z.input<typeof DtoAddress> {
  const [street = '', ...rest] = (address.address_lines ?? []).filter((line) => line !== '');
  const indicator = address.address_residential_indicator;
  const isBusiness = indicator === 'no' || (indicator !== 'yes' && Boolean(address.company_name));
  return {
    street,
    ...(rest.length > 0 && { unit: rest.join(', ') }),
    city: address.city_locality ?? '',
    province: address.state_province ?? '',
    postalCode: address.postal_code ?? '',
    country: (address.country_code ?? '').toUpperCase() as 'CA',
    isBusinessAddress: isBusiness,
  };
}

/** Old enough to sign in every province, and in every state. */
const ADULT_AGE = { CA: 19, US: 21 } as const;

/** The request's fields by the order's fields. */
const CONNECT_FIELDS: Readonly<Record<string, string>> = {
  recipient: 'ship_to',
  'recipient.name': 'ship_to.name',
  'recipient.phone': 'ship_to.phone_number',
  returnFrom: 'ship_from',
  'returnFrom.name': 'ship_from.name',
  'returnFrom.phone': 'ship_from.phone_number',
  refNumber: 'reference',
};

const ADDRESS_FIELDS: Readonly<Record<string, string>> = {
  street: 'address_lines',
  unit: 'address_lines',
  city: 'city_locality',
  province: 'state_province',
  postalCode: 'postal_code',
  country: 'country_code',
};

/** Path of an order's field in the request. */
function connectField(path: string): string {
  const [first = '', second = ''] = path.split('.');
  const address = ADDRESS_FIELDS[second];
  if (first === 'recipientAddress' && address) return `ship_to.${address}`;
  if (first === 'originAddress' && address) return `ship_from.${address}`;
  return CONNECT_FIELDS[path] ?? path;
}

/** Renames the fields of an `invalid_request` to the platform's. */
export function withConnectFields(error: ApiError): ApiError {
  const { fieldErrors } = error;
  if (!fieldErrors) return error;
  return new ApiError('invalid_request', {
    fieldErrors: (locale) =>
      fieldErrors(locale).map(({ path, message }) => ({ path: connectField(path), message })),
  });
}

/** Throws `connect_not_insured`, `connect_no_test_labels`, `connect_no_paperless_labels`. */
function refuseOtherLabels(request: CreateLabelRequest): void {
  refuseInsurance(request);
  if (request.is_test_label) throw new ApiError('connect_no_test_labels');
  const schemes = request.display_schemes ?? [];
  if (schemes.some((scheme) => scheme !== 'label')) {
    throw new ApiError('connect_no_paperless_labels');
  }
}

/**
 * Reads the order of a label. Throws `connect_service_required`, `connect_service_unknown`,
 * `connect_not_insured`, `connect_no_test_labels`, `connect_no_paperless_labels` and `invalid_request`.
 */
export function readOrder(
  request: CreateLabelRequest,
  { minimumAge }: Pick<Merchant, 'minimumAge'>,
): NewOrder {
  refuseOtherLabels(request);
  const { ship_to: to, ship_from: from, confirmation, is_return_label: isReturn } = request;
  const service = readService(request.service_code);
  if (!service) throw new ApiError('connect_service_required', { offered });
  const plan = request.fulfillment_plan_details;
  const refNumber = request.reference || plan?.external_sales_order_identifiers?.[0]?.value;
  const signs = ['Signature', 'DirectSignature', 'AdultSignature'].includes(confirmation ?? '');
  const adult = ADULT_AGE[to.country_code?.toUpperCase() === 'US' ? 'US' : 'CA'];
  const payload = {
    originAddress: readAddress(from),
    recipient: {
      name: nameOf(to),
      email: Email.safeParse(to.email).data,
      ...(to.phone_number && { phone: to.phone_number }),
    },
    recipientAddress: readAddress(to),
    ...(isReturn && {
      returnFrom: { name: nameOf(from), ...(from.phone_number && { phone: from.phone_number }) },
    }),
    ...(refNumber && { refNumber: refNumber.slice(0, 100) }),
    packages: request.packages.map(readPackage),
    orderItems: (plan?.items ?? []).flatMap(({ name, quantity }) =>
      name ? { name, quantity: quantity ?? 1 } : [],
    ),
    service,
    signatureRequired: signs,
    ...(confirmation === 'AdultSignature' && { minimumAge: Math.max(minimumAge ?? 0, adult) }),
    source: 'shipstation',
  } satisfies z.input<typeof NewOrder>;
  const parsed = NewOrder.safeParse(payload);
  if (parsed.success) return parsed.data;
  throw withConnectFields(
    new ApiError('invalid_request', {
      fieldErrors: (locale) => fieldErrorsOf(NewOrder, payload, locale),
    }),
  );
}
