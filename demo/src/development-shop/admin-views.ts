import { GraphQLError } from 'graphql';
import type { EpochMillis } from '@portage/contract/time';
import {
  type DevFulfillment,
  type DevFulfillmentOrder,
  type DevOrder,
  type DevShop,
  FULFILLABLE,
  fulfillmentStatusOf,
  itemsOf,
  type Scope,
  SCOPES,
} from './shop-state.ts';

/** The longest page. */
const MOST_OF_PAGE = 250;

export const gid = (kind: string, id: string) => `gid://shopify/${kind}/${id}`;
export const numberOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
export const iso = (at: EpochMillis | null | undefined) => (at ? new Date(at).toISOString() : null);

export const grantedScopes = ({ askedScopes, withheldScopes }: DevShop): Scope[] =>
  SCOPES.filter((scope) => askedScopes.includes(scope) && !withheldScopes.has(scope));

const denied = (message: string, extensions: Record<string, string> = {}) =>
  new GraphQLError(message, { extensions: { code: 'ACCESS_DENIED', ...extensions } });

/** Throws the platform's error unless the shop granted a scope, or the write scope of it. */
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
  last?: number | null;
  after?: string | null;
}

const cursorOf = (index: number) =>
  Buffer.from(JSON.stringify({ last_id: index })).toString('base64');

function indexAfter(after: Slice['after']): number {
  if (typeof after !== 'string') return 0;
  try {
    const { last_id: last } = JSON.parse(Buffer.from(after, 'base64').toString()) as {
      last_id: number;
    };
    return last + 1;
  } catch {
    throw new GraphQLError('Invalid cursor for current pagination sort.', {
      extensions: { code: 'BAD_USER_INPUT' },
    });
  }
}

/** A page of a connection. Throws the platform's errors for a page without a size or a long one. */
export function connection<Item, Node>(
  items: readonly Item[],
  { first, last, after }: Slice,
  view: (item: Item) => Node,
) {
  const size = first ?? last;
  if (typeof size !== 'number') {
    throw new GraphQLError('you must provide one of first or last', {
      extensions: { code: 'BAD_REQUEST' },
    });
  }
  if (size > MOST_OF_PAGE) {
    throw new GraphQLError(`The first/last argument may not exceed ${MOST_OF_PAGE}.`, {
      extensions: { code: 'BAD_USER_INPUT' },
    });
  }
  const begin = indexAfter(after);
  const page = items.slice(begin, begin + size);
  return {
    nodes: page.map(view),
    pageInfo: {
      hasNextPage: begin + size < items.length,
      hasPreviousPage: begin > 0,
      startCursor: page.length > 0 ? cursorOf(begin) : null,
      endCursor: page.length > 0 ? cursorOf(begin + page.length - 1) : null,
    },
  };
}

const money = (cents: number, currencyCode: string) => {
  const amount = { amount: (cents / 100).toFixed(2), currencyCode };
  return { shopMoney: amount, presentmentMoney: amount };
};

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
  return actions.map((action) => ({ action, externalUrl: null }));
}

export function fulfillmentView(
  order: DevOrder,
  { id, status, tracking, events = [] }: DevFulfillment,
) {
  return {
    id,
    legacyResourceId: numberOf(id),
    name: `${order.name}-F1`,
    status,
    createdAt: iso(order.createdAt),
    updatedAt: iso(order.updatedAt),
    trackingInfo: () => [tracking],
    events: (slice: Slice) => connection(events, slice, (event) => event),
  };
}

export function partView(shop: DevShop, order: DevOrder, part: DevFulfillmentOrder) {
  const location = shop.locations.find(({ id }) => id === part.locationId) ?? null;
  return {
    id: part.id,
    status: part.status,
    requestStatus: 'UNSUBMITTED',
    createdAt: iso(order.createdAt),
    updatedAt: iso(order.updatedAt),
    orderId: gid('Order', order.id),
    orderName: order.name,
    orderProcessedAt: iso(order.createdAt),
    fulfillAt: iso(part.fulfillAt),
    fulfillBy: null,
    assignedLocation: {
      name: location?.name ?? '',
      ...location?.address,
      address2: null,
      countryCode: location?.address.country === 'United States' ? 'US' : 'CA',
      location,
    },
    supportedActions: supportedActions(part),
    fulfillmentHolds: part.holdReason
      ? [
          {
            id: gid('FulfillmentHold', numberOf(part.id)),
            reason: part.holdReason,
            displayReason: part.holdReason.toLowerCase().replaceAll('_', ' '),
            reasonNotes: null,
            heldByRequestingApp: false,
            handle: null,
          },
        ]
      : [],
    lineItems: (slice: Slice) =>
      connection(itemsOf(order, part), slice, ({ id, itemId, total, remaining }) => ({
        id,
        totalQuantity: total,
        remainingQuantity: remaining,
        ...lineItemOfPart(order, itemId),
        lineItem: () => itemView(shop, order, itemId),
      })),
    order: () => orderView(order, shop),
  };
}

function lineItemOfPart({ items }: DevOrder, itemId: string) {
  const item = items.find(({ id }) => id === itemId);
  return {
    productTitle: item?.title ?? '',
    variantTitle: item?.variantTitle ?? null,
    sku: item?.sku ?? null,
    requiresShipping: true,
    weight: { unit: 'GRAMS', value: item?.grams ?? 0 },
  };
}

function itemView(shop: DevShop, order: DevOrder, itemId: string) {
  const item = order.items.find(({ id }) => id === itemId);
  if (!item) throw new Error(`No item ${itemId}`);
  const { currentQuantity = item.quantity, cents = 0 } = item;
  return {
    ...item,
    id: gid('LineItem', item.id),
    name: [item.title, item.variantTitle].filter(Boolean).join(' - '),
    currentQuantity,
    unfulfilledQuantity: currentQuantity,
    refundableQuantity: currentQuantity,
    nonFulfillableQuantity: item.quantity - currentQuantity,
    requiresShipping: true,
    taxable: true,
    isGiftCard: false,
    vendor: null,
    originalUnitPriceSet: money(cents, shop.currency),
    discountedUnitPriceSet: money(cents, shop.currency),
  };
}

/** An order as the schema shows it; contact data is null without approval for it. */
export function orderView(order: DevOrder, shop: DevShop) {
  requireApproval(shop, 'Order');
  const showsContact = shop.protectedData === 'all';
  const { shippingLine, shippingAddress: address } = order;
  return {
    ...order,
    id: gid('Order', order.id),
    legacyResourceId: order.id,
    createdAt: iso(order.createdAt),
    processedAt: iso(order.createdAt),
    updatedAt: iso(order.updatedAt),
    cancelledAt: iso(order.cancelledAt),
    cancelReason: order.cancelledAt === null ? null : 'CUSTOMER',
    closed: false,
    closedAt: null,
    confirmed: true,
    test: false,
    requiresShipping: true,
    fulfillable: order.fulfillmentOrders.some(({ status }) => FULFILLABLE.includes(status)),
    currencyCode: shop.currency,
    displayFulfillmentStatus: fulfillmentStatusOf(order),
    email: showsContact ? order.email : null,
    phone: showsContact ? order.phone : null,
    note: () => {
      if (order.failsWith !== undefined) throw new Error(order.failsWith);
      return order.note;
    },
    shippingLine: shippingLine && {
      id: gid('ShippingLine', order.id),
      ...shippingLine,
      carrierIdentifier: null,
      custom: false,
      isRemoved: false,
      originalPriceSet: money(shippingLine.cents, shop.currency),
      discountedPriceSet: money(shippingLine.cents, shop.currency),
      currentDiscountedPriceSet: money(shippingLine.cents, shop.currency),
    },
    shippingAddress:
      address &&
      (showsContact
        ? { id: gid('MailingAddress', order.id), ...address }
        : {
            id: gid('MailingAddress', order.id),
            city: address.city,
            provinceCode: address.provinceCode,
            zip: address.zip,
            countryCodeV2: address.countryCodeV2,
          }),
    totalWeight: String(
      order.items.reduce(
        (sum, { grams, quantity, currentQuantity = quantity }) => sum + grams * currentQuantity,
        0,
      ),
    ),
    lineItems: (slice: Slice) =>
      connection(order.items, slice, ({ id }) => itemView(shop, order, id)),
    fulfillments: ({ first }: Slice) =>
      order.fulfillments.slice(0, first ?? undefined).map((one) => fulfillmentView(order, one)),
    fulfillmentOrders: (slice: Slice) => {
      requireScope(shop, 'fulfillmentOrders', 'write_merchant_managed_fulfillment_orders');
      return connection(order.fulfillmentOrders, slice, (part) => partView(shop, order, part));
    },
  };
}
