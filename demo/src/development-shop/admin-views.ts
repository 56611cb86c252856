import { GraphQLError } from 'graphql';
import type { EpochMillis } from '@portage/contract/time';
import {
  type DevFulfillment,
  type DevFulfillmentOrder,
  type DevOrder,
  type DevShop,
  fulfillmentStatusOf,
  itemsOf,
  type Scope,
  SCOPES,
} from './shop-state.ts';

/** The longest page. */
const MOST_OF_PAGE = 250;

export const gid = (kind: string, id: string) => `gid://shopify/${kind}/${id}`;
export const numberOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const iso = (at: EpochMillis | null | undefined) => (at ? new Date(at).toISOString() : null);

export const grantedScopes = ({ askedScopes, withheldScopes }: DevShop): Scope[] =>
  SCOPES.filter((scope) => askedScopes.includes(scope) && !withheldScopes.has(scope));

const denied = (message: string, extensions: Record<string, string> = {}) =>
  new GraphQLError(message, { extensions: { code: 'ACCESS_DENIED', ...extensions } });

/** Throws the platform's error unless the shop granted a scope or its write scope. */
export function requireScope(shop: DevShop, field: string, scope: Scope | 'read_shipping'): void {
  const granted: readonly string[] = grantedScopes(shop);
  if (granted.includes(scope) || granted.includes(scope.replace('read_', 'write_'))) return;
  throw denied(`Access denied for ${field} field. Required access: \`${scope}\` access scope.`, {
    documentation: 'https://shopify.dev/api/usage/access-scopes',
    requiredAccess: `\`${scope}\` access scope.`,
  });
}

export const PROTECTED =
  'See https://shopify.dev/docs/apps/launch/protected-customer-data for more details.';

export function requireApproval({ protectedData }: DevShop, object: string): void {
  if (protectedData !== 'none') return;
  throw denied(`This app is not approved to access the ${object} object. ${PROTECTED}`);
}

export interface Slice {
  first?: number | null;
  after?: string | null;
}

const cursorOf = (index: number) =>
  Buffer.from(JSON.stringify({ last_id: index })).toString('base64');

function indexAfter(cursor: string): number {
  try {
    const text = Buffer.from(cursor, 'base64').toString();
    return (JSON.parse(text) as { last_id: number }).last_id + 1;
  } catch {
    throw new GraphQLError('Invalid cursor for current pagination sort.', {
      extensions: { code: 'BAD_USER_INPUT' },
    });
  }
}

/** Returns a page of a connection. Throws the platform's errors for a wrong size or cursor. */
export function connection<Item, Node>(
  items: readonly Item[],
  { first, after }: Slice,
  view: (item: Item) => Node,
  isEndless = false,
) {
  if (typeof first !== 'number') {
    throw new GraphQLError('you must provide one of first or last', {
      extensions: { code: 'BAD_REQUEST' },
    });
  }
  if (first > MOST_OF_PAGE) {
    throw new GraphQLError(`The first/last argument may not exceed ${MOST_OF_PAGE}.`, {
      extensions: { code: 'BAD_USER_INPUT' },
    });
  }
  const begin = typeof after === 'string' && !isEndless ? indexAfter(after) : 0;
  const page = items.slice(begin, begin + first);
  return {
    nodes: page.map(view),
    pageInfo: {
      hasNextPage: isEndless || begin + first < items.length,
      endCursor: page.length > 0 ? cursorOf(begin + page.length - 1) : null,
    },
  };
}

export function supportedActions({ status }: DevFulfillmentOrder) {
  const actions = {
    OPEN: ['CREATE_FULFILLMENT', 'REPORT_PROGRESS', 'MOVE', 'HOLD', 'SPLIT'],
    IN_PROGRESS: ['CREATE_FULFILLMENT', 'MOVE', 'HOLD', 'SPLIT'],
    SCHEDULED: ['MARK_AS_OPEN', 'MOVE'],
    ON_HOLD: ['RELEASE_HOLD', 'MOVE'],
    INCOMPLETE: [],
    CANCELLED: [],
    CLOSED: [],
  }[status];
  return actions.map((action) => ({ action }));
}

export const fulfillmentView = ({ id, status, tracking, events = [] }: DevFulfillment) => ({
  id,
  status,
  trackingInfo: [tracking],
  events: (slice: Slice) => connection(events, slice, (event) => event),
});

export function partView(shop: DevShop, order: DevOrder, part: DevFulfillmentOrder) {
  const location = shop.locations.find(({ id }) => id === part.locationId);
  return {
    id: part.id,
    status: part.status,
    fulfillAt: iso(part.fulfillAt),
    assignedLocation: {
      name: location?.name ?? '',
      ...location?.address,
      countryCode: location?.address.country === 'United States' ? 'US' : 'CA',
      location,
    },
    supportedActions: supportedActions(part),
    fulfillmentHolds: part.holdReason
      ? [{ displayReason: part.holdReason.toLowerCase().replaceAll('_', ' ') }]
      : [],
    lineItems: (slice: Slice) =>
      connection(itemsOf(order, part), slice, ({ itemId, remaining }) => {
        const item = order.items.find(({ id }) => id === itemId);
        return {
          remainingQuantity: remaining,
          productTitle: item?.title ?? '',
          variantTitle: item?.variantTitle,
          sku: item?.sku,
          weight: { unit: 'GRAMS', value: item?.grams ?? 0 },
          lineItem: { id: gid('LineItem', itemId) },
        };
      }),
  };
}

/** Returns an order by the schema; contact data is null without approval. */
export function orderView(order: DevOrder, shop: DevShop) {
  requireApproval(shop, 'Order');
  const showsContact = shop.protectedData === 'all';
  const { items, shippingLine, shippingAddress: address } = order;
  return {
    ...order,
    id: gid('Order', order.id),
    legacyResourceId: order.id,
    createdAt: iso(order.createdAt),
    updatedAt: iso(order.updatedAt),
    cancelledAt: iso(order.cancelledAt),
    displayFulfillmentStatus: fulfillmentStatusOf(order),
    email: showsContact ? order.email : null,
    phone: showsContact ? order.phone : null,
    note: () => {
      if (order.failsWith !== undefined) throw new Error(order.failsWith);
      return order.note;
    },
    shippingLine: shippingLine && {
      ...shippingLine,
      originalPriceSet: {
        shopMoney: {
          amount: (shippingLine.cents / 100).toFixed(2),
          currencyCode: shop.currency,
        },
      },
    },
    shippingAddress:
      address &&
      (showsContact
        ? address
        : {
            city: address.city,
            provinceCode: address.provinceCode,
            zip: address.zip,
            countryCodeV2: address.countryCodeV2,
          }),
    totalWeight: String(
      items.reduce(
        (sum, { grams, quantity, currentQuantity = quantity }) => sum + grams * currentQuantity,
        0,
      ),
    ),
    lineItems: (slice: Slice) =>
      connection(
        items,
        slice,
        ({ id, quantity, currentQuantity = quantity, ...item }) => ({
          ...item,
          id: gid('LineItem', id),
          currentQuantity,
        }),
        shop.endlessList === 'lineItems',
      ),
    fulfillments: ({ first }: Slice) =>
      order.fulfillments.slice(0, first ?? undefined).map(fulfillmentView),
    fulfillmentOrders: (slice: Slice) => {
      requireScope(shop, 'fulfillmentOrders', 'write_merchant_managed_fulfillment_orders');
      return connection(order.fulfillmentOrders, slice, (part) => partView(shop, order, part));
    },
  };
}
