import type { EpochMillis } from '@portage/contract/time';

/** How the development shop misbehaves when it is told to. */
export const FAILURES = [
  'none',
  'unreachable',
  'slow',
  'throttled',
  'error_500',
  'malformed',
  'lost_answer',
  'frozen',
  'locked',
  'token_revoked',
] as const;
export type Failure = (typeof FAILURES)[number];

/** A place that the development shop ships from. */
interface DevLocation {
  id: string;
  name: string;
  isActive: boolean;
  address: { address1: string; city: string; province: string; country: string; zip: string };
}

/** Something that it sells. */
interface DevProduct {
  id: string;
  title: string;
  variantTitle: string | null;
  sku: string;
  grams: number;
  cents: number;
}

/** Where an order goes. */
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

/** An order of the development shop. */
export interface DevOrder {
  /** The number of its platform id. */
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
  items: {
    id: string;
    title: string;
    variantTitle: string | null;
    sku: string;
    quantity: number;
    grams: number;
  }[];
  /** One for each location that ships a part. */
  fulfillmentOrders: { id: string; status: 'OPEN' | 'CLOSED' | 'CANCELLED'; locationId: string }[];
  /** What the platform says instead of giving the order. */
  failsWith?: string;
  fulfillments: {
    id: string;
    status: 'SUCCESS' | 'CANCELLED';
    tracking: { company: string | null; number: string | null; url: string | null };
  }[];
}

/** A development shop: all that the platform would keep of one, in memory. */
export interface DevShop {
  domain: string;
  /** In which its prices are. */
  currency: 'CAD' | 'USD';
  /** Which installation the token in force is of; each revocation begins the next. */
  generation: number;
  isInstalled: boolean;
  locations: DevLocation[];
  products: DevProduct[];
  orders: Map<string, DevOrder>;
  webhooks: { topic: string; uri: string }[];
  carrierService: { name: string; callbackUrl: string } | undefined;
  codes: Set<string>;
  failure: Failure;
  /** How many calls still work before it begins to fail. */
  worksFor: number;
  /** How often it fails in this way before it works again. */
  failuresLeft: number;
  /** The points left of its cost bucket, when they were counted, and all that were ever spent. */
  bucket: { available: number; countedAt: EpochMillis; spent: number };
}

const CITY = { country: 'Canada' };

/** A shop with two locations and a few products. */
export function newDevShop(domain: string): DevShop {
  return {
    domain,
    currency: 'CAD',
    generation: 1,
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
          zip: 'M6R 2B7',
          ...CITY,
        },
      },
      {
        id: 'gid://shopify/Location/71002',
        name: 'Gaspé store',
        isActive: true,
        address: {
          address1: '5455 Av. de Gaspé',
          city: 'Montréal',
          province: 'Québec',
          zip: 'H2T 3B3',
          ...CITY,
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
    codes: new Set(),
    failure: 'none',
    worksFor: 0,
    failuresLeft: Number.POSITIVE_INFINITY,
    bucket: { available: Number.POSITIVE_INFINITY, countedAt: 0, spent: 0 },
  };
}

/** How far an order is fulfilled, in the platform's words. */
export function fulfillmentStatusOf(order: DevOrder) {
  const states = order.fulfillmentOrders.map(({ status }) => status);
  const isFulfilled = order.fulfillments.some(({ status }) => status === 'SUCCESS');
  if (!isFulfilled) return 'UNFULFILLED';
  return states.includes('OPEN') ? 'PARTIALLY_FULFILLED' : 'FULFILLED';
}
