import type { EpochMillis } from '@portage/contract/time';

/** Failures that the development shop can simulate. */
export const FAILURES = [
  'none',
  'unreachable',
  'slow',
  'throttled',
  'retry_after',
  'error_500',
  'internal_error',
  'html',
  'malformed',
  'lost_answer',
  'forbidden',
  'frozen',
  'locked',
  'token_revoked',
] as const;
export type Failure = (typeof FAILURES)[number];

/** Plans of the platform. Carrier services need advanced, plus or a development store. */
export const PLANS = ['development', 'basic', 'grow', 'advanced', 'plus'] as const;
type Plan = (typeof PLANS)[number];

/** Levels of approval for protected customer data. */
export const PROTECTED_DATA = ['all', 'without_contact', 'none'] as const;
type ProtectedData = (typeof PROTECTED_DATA)[number];

/** Access tokens that the Admin API accepts: since 2026-04-01 new public apps need expiring ones. */
export const TOKENS = ['any', 'expiring'] as const;
type Tokens = (typeof TOKENS)[number];

/** Scopes that Portage may be granted; each write scope includes its read scope. */
export const SCOPES = [
  'read_orders',
  'write_orders',
  'read_locations',
  'write_shipping',
  'write_fulfillments',
  'write_merchant_managed_fulfillment_orders',
] as const;
export type Scope = (typeof SCOPES)[number];

export type FulfillmentOrderStatus =
  | 'OPEN'
  | 'IN_PROGRESS'
  | 'SCHEDULED'
  | 'ON_HOLD'
  | 'INCOMPLETE'
  | 'CANCELLED'
  | 'CLOSED';

interface DevLocation {
  id: string;
  name: string;
  isActive: boolean;
  /** False where it stocks no product: fulfillment orders cannot move there. */
  stocks?: boolean;
  address: { address1: string; city: string; province: string; country: string; zip: string };
}

interface DevProduct {
  id: string;
  title: string;
  variantTitle: string | null;
  sku: string;
  grams: number;
  cents: number;
}

export interface DevAddress {
  name: string | null;
  company: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  provinceCode: string | null;
  zip: string | null;
  countryCodeV2: string | null;
  phone: string | null;
}

interface DevItem {
  id: string;
  title: string;
  variantTitle: string | null;
  sku: string;
  quantity: number;
  /** Left after refunds and removals; `quantity` when absent. */
  currentQuantity?: number;
  grams: number;
  cents?: number;
}

/** The part of an order that one location ships. */
export interface DevFulfillmentOrder {
  id: string;
  status: FulfillmentOrderStatus;
  locationId: string;
  /** Set where it is scheduled. */
  fulfillAt?: EpochMillis;
  /** Set where it is on hold. */
  holdReason?: string;
  /** All items of the order when absent. */
  items?: { id: string; itemId: string; total: number; remaining: number }[];
}

export interface DevFulfillment {
  id: string;
  status: 'SUCCESS' | 'CANCELLED';
  tracking: { company: string | null; number: string | null; url: string | null };
  events?: { id: string; status: string; happenedAt: string | null; message: string | null }[];
}

export interface DevOrder {
  /** Number of its platform id. */
  id: string;
  name: string;
  createdAt: EpochMillis;
  updatedAt: EpochMillis;
  cancelledAt: EpochMillis | null;
  note: string | null;
  tags: string[];
  email: string | null;
  phone: string | null;
  shippingLine: { code: string; title: string; source: string | null; cents: number } | null;
  shippingAddress: DevAddress | null;
  items: DevItem[];
  fulfillmentOrders: DevFulfillmentOrder[];
  /** Error of the platform in place of the order. */
  failsWith?: string;
  fulfillments: DevFulfillment[];
}

/** The platform's state of a shop, in memory. */
export interface DevShop {
  domain: string;
  currency: 'CAD' | 'USD';
  plan: Plan;
  protectedData: ProtectedData;
  tokens: Tokens;
  /** Scopes that the installed app requested; all before that. */
  askedScopes: readonly string[];
  withheldScopes: Set<Scope>;
  /** Number of the installation; the tokens of earlier ones are revoked. */
  generation: number;
  /** Pairs of expiring tokens: the newest with its time, and the oldest that works. */
  pairs: { newest: number; oldest: number; refreshedAt: EpochMillis };
  isInstalled: boolean;
  locations: DevLocation[];
  products: DevProduct[];
  orders: Map<string, DevOrder>;
  webhooks: { topic: string; uri: string }[];
  carrierService: { callbackUrl: string } | undefined;
  /** Authorization codes with the granted scopes. */
  codes: Map<string, readonly string[]>;
  failure: Failure;
  /** A list whose pages never end. */
  endlessList?: 'orders' | 'lineItems' | undefined;
  /** Calls that work before it begins to fail. */
  worksFor: number;
  /** Failures before it works again. */
  failuresLeft: number;
  /** Points left in its bucket at the last count, and all points ever spent. */
  bucket: { available: number; countedAt: EpochMillis; spent: number };
}

/** The location that split parts of an order ship from. */
export const SECOND_LOCATION = 'gid://shopify/Location/71002';

/** A shop with two locations and a few products. */
export function newDevShop(domain: string): DevShop {
  return {
    domain,
    currency: 'CAD',
    plan: 'development',
    protectedData: 'all',
    tokens: 'any',
    askedScopes: SCOPES,
    withheldScopes: new Set(),
    generation: 1,
    pairs: { newest: 0, oldest: 0, refreshedAt: 0 },
    isInstalled: false,
    locations: [
      {
        id: 'gid://shopify/Location/71001',
        name: 'Sterling Road warehouse',
        isActive: true,
        address: {
          address1: '158 Sterling Rd',
          city: 'Toronto',
          province: 'Ontario',
          country: 'Canada',
          zip: 'M6R 2B7',
        },
      },
      {
        id: SECOND_LOCATION,
        name: 'Gaspé store',
        isActive: true,
        address: {
          address1: '5455 Av. de Gaspé',
          city: 'Montréal',
          province: 'Québec',
          country: 'Canada',
          zip: 'H2T 3B3',
        },
      },
    ],
    products: [
      {
        id: '81001',
        title: 'Linen tablecloth',
        variantTitle: 'Oat',
        sku: 'MP-LIN-OAT',
        grams: 900,
        cents: 8_900,
      },
      {
        id: '81002',
        title: 'Maple cutting board',
        variantTitle: 'Large',
        sku: 'MP-BRD-L',
        grams: 2_300,
        cents: 7_400,
      },
      {
        id: '81003',
        title: 'Pine side table',
        variantTitle: null,
        sku: 'MP-TBL-PINE',
        grams: 11_000,
        cents: 24_900,
      },
    ],
    orders: new Map(),
    webhooks: [],
    carrierService: undefined,
    codes: new Map(),
    failure: 'none',
    worksFor: 0,
    failuresLeft: Number.POSITIVE_INFINITY,
    bucket: { available: Number.POSITIVE_INFINITY, countedAt: 0, spent: 0 },
  };
}

export const FULFILLABLE: readonly FulfillmentOrderStatus[] = ['OPEN', 'IN_PROGRESS'];

const ENDED: readonly FulfillmentOrderStatus[] = ['CLOSED', 'CANCELLED', 'INCOMPLETE'];

/** Returns the `OrderDisplayFulfillmentStatus` of an order. */
export function fulfillmentStatusOf({ fulfillmentOrders, fulfillments }: DevOrder) {
  const open = fulfillmentOrders.filter(({ status }) => !ENDED.includes(status));
  const isFulfilled = fulfillments.some(({ status }) => status === 'SUCCESS');
  if (isFulfilled) return open.length > 0 ? 'PARTIALLY_FULFILLED' : 'FULFILLED';
  if (open.some(({ status }) => status === 'ON_HOLD')) return 'ON_HOLD';
  if (open.length > 0 && open.every(({ status }) => status === 'SCHEDULED')) return 'SCHEDULED';
  return 'UNFULFILLED';
}

/** Returns the items of a part. Creates them when the part has all of the order's. */
export function itemsOf(order: DevOrder, part: DevFulfillmentOrder) {
  part.items ??= order.items.map(({ id, quantity, currentQuantity = quantity }) => ({
    id: `gid://shopify/FulfillmentOrderLineItem/${id}`,
    itemId: id,
    total: currentQuantity,
    remaining: ENDED.includes(part.status) ? 0 : currentQuantity,
  }));
  return part.items;
}

/** Fulfilled items stay; the rest becomes a part with another id. */
export function moveDevPart(
  order: DevOrder,
  part: DevFulfillmentOrder,
  { locationId, newId }: { locationId: string; newId: () => string },
): DevFulfillmentOrder {
  const items = itemsOf(order, part);
  if (items.every(({ remaining, total }) => remaining === total)) {
    part.locationId = locationId;
    return part;
  }
  const rest: DevFulfillmentOrder = {
    id: `gid://shopify/FulfillmentOrder/${newId()}`,
    status: 'OPEN',
    locationId,
    items: items
      .filter(({ remaining }) => remaining > 0)
      .map((item) => ({
        ...item,
        id: `gid://shopify/FulfillmentOrderLineItem/${newId()}`,
        total: item.remaining,
      })),
  };
  for (const item of items) item.remaining = 0;
  part.status = 'CLOSED';
  order.fulfillmentOrders.push(rest);
  return rest;
}

/** The same each time. */
export const numberOfText = (text: string): number =>
  [...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1e10, 7);
