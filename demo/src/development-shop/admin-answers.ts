import { buildSchema, graphql } from 'graphql';
import type { EpochMillis } from '@portage/contract/time';
import { ADMIN_SCHEMA } from './admin-schema.ts';
import { type DevOrder, type DevShop, fulfillmentStatusOf } from './shop-state.ts';

const schema = buildSchema(ADMIN_SCHEMA);
const gid = (kind: string, id: string) => `gid://shopify/${kind}/${id}`;
const numberOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const iso = (at: EpochMillis | null) => (at === null ? null : new Date(at).toISOString());
const userError = (message: string) => [{ field: null, message }];

/** What the Admin API needs of the emulator around it. */
export interface AdminWorld {
  shop: DevShop;
  now: () => EpochMillis;
  newId: () => string;
  /** Tells those who asked that an order changed. */
  tell: (order: DevOrder) => unknown;
}

interface Slice {
  first?: number;
}
const firstOf = <Item>(items: readonly Item[], { first = 10 }: Slice) => items.slice(0, first);

/** An order as the schema shows it. */
function orderView(order: DevOrder, { locations }: DevShop) {
  return {
    ...order,
    id: gid('Order', order.id),
    legacyResourceId: order.id,
    createdAt: iso(order.createdAt),
    updatedAt: iso(order.updatedAt),
    cancelledAt: iso(order.cancelledAt),
    displayFulfillmentStatus: fulfillmentStatusOf(order),
    note: () => {
      if (order.failsWith !== undefined) throw new Error(order.failsWith);
      return order.note;
    },
    totalWeight: String(order.items.reduce((sum, one) => sum + one.grams * one.quantity, 0)),
    lineItems: (slice: Slice) => ({
      nodes: firstOf(order.items, slice).map((item) => ({ ...item, id: gid('LineItem', item.id) })),
    }),
    fulfillments: (slice: Slice) =>
      firstOf(order.fulfillments, slice).map(({ id, status, tracking }) => ({
        id,
        status,
        trackingInfo: [tracking],
      })),
    fulfillmentOrders: (slice: Slice) => ({
      nodes: firstOf(order.fulfillmentOrders, slice).map(({ id, status, locationId }) => ({
        id,
        status,
        assignedLocation: { location: locations.find((one) => one.id === locationId) ?? null },
      })),
    }),
  };
}

interface FulfillmentInput {
  lineItemsByFulfillmentOrder: { fulfillmentOrderId: string }[];
  trackingInfo?: { company?: string; number?: string; url?: string };
}

/** The fields of the schema's root types. */
function rootOf({ shop, now, newId, tell }: AdminWorld) {
  const orderOf = (id: string) => shop.orders.get(numberOf(id));
  const ownerOf = (fulfillmentOrderId: string) =>
    [...shop.orders.values()].find((order) =>
      order.fulfillmentOrders.some(({ id }) => id === fulfillmentOrderId),
    );
  function touch(order: DevOrder): void {
    order.updatedAt = now();
    tell(order);
  }
  function changeTags(id: string, change: (tags: string[]) => string[]) {
    const order = orderOf(id);
    if (!order) return { userErrors: userError('Order does not exist') };
    order.tags = change(order.tags);
    touch(order);
    return { userErrors: [] };
  }

  return {
    shop: () => ({ myshopifyDomain: shop.domain }),
    locations: (slice: Slice) => ({ nodes: firstOf(shop.locations, slice) }),
    order({ id }: { id: string }) {
      const order = orderOf(id);
      return order ? orderView(order, shop) : null;
    },
    orders({ first = 10, query = '', after }: Slice & { query?: string; after?: string }) {
      const since = Date.parse(/updated_at:>='([^']+)'/.exec(query)?.[1] ?? '1970-01-01');
      const begin = Number(after ?? 0);
      const changed = [...shop.orders.values()]
        .filter(({ updatedAt }) => updatedAt >= since)
        .sort((one, other) => one.updatedAt - other.updatedAt);
      const page = changed.slice(begin, begin + first);
      return {
        nodes: page.map((order) => orderView(order, shop)),
        pageInfo: {
          hasNextPage: begin + first < changed.length,
          endCursor: page.length > 0 ? String(begin + page.length) : null,
        },
      };
    },
    fulfillmentCreate({ fulfillment }: { fulfillment: FulfillmentInput }) {
      const ids = fulfillment.lineItemsByFulfillmentOrder.map((one) => one.fulfillmentOrderId);
      const order = ownerOf(ids[0] ?? '');
      const parts = order?.fulfillmentOrders.filter(({ id }) => ids.includes(id)) ?? [];
      if (!order || parts.length !== ids.length) {
        return { fulfillment: null, userErrors: userError('Fulfillment order does not exist.') };
      }
      if (new Set(parts.map(({ locationId }) => locationId)).size > 1) {
        return {
          fulfillment: null,
          userErrors: userError('All fulfillment orders must be assigned to the same location.'),
        };
      }
      if (parts.some(({ status }) => status !== 'OPEN')) {
        return { fulfillment: null, userErrors: userError('Fulfillment order is closed.') };
      }
      for (const part of parts) part.status = 'CLOSED';
      const { company = null, number = null, url = null } = fulfillment.trackingInfo ?? {};
      const created = {
        id: gid('Fulfillment', newId()),
        status: 'SUCCESS' as const,
        tracking: { company, number, url },
      };
      order.fulfillments.push(created);
      touch(order);
      return { fulfillment: { ...created, trackingInfo: [created.tracking] }, userErrors: [] };
    },
    fulfillmentOrderMove({ id, newLocationId }: { id: string; newLocationId: string }) {
      const part = ownerOf(id)?.fulfillmentOrders.find((one) => one.id === id);
      const location = shop.locations.find((one) => one.id === newLocationId && one.isActive);
      if (!part || !location) {
        return { movedFulfillmentOrder: null, userErrors: userError('Location not found.') };
      }
      part.locationId = newLocationId;
      const moved = { id, status: part.status, assignedLocation: { location } };
      return { movedFulfillmentOrder: moved, userErrors: [] };
    },
    tagsAdd: ({ id, tags }: { id: string; tags: string[] }) =>
      changeTags(id, (before) => [...new Set([...before, ...tags])]),
    tagsRemove: ({ id, tags }: { id: string; tags: string[] }) =>
      changeTags(id, (before) => before.filter((tag) => !tags.includes(tag))),
    webhookSubscriptionCreate({
      topic,
      webhookSubscription: { uri },
    }: {
      topic: string;
      webhookSubscription: { uri: string };
    }) {
      const path = topic.toLowerCase().replace('_', '/');
      if (shop.webhooks.some((one) => one.topic === path && one.uri === uri)) {
        const userErrors = userError('Address for this topic has already been taken');
        return { webhookSubscription: null, userErrors };
      }
      shop.webhooks.push({ topic: path, uri });
      return { webhookSubscription: { id: gid('WebhookSubscription', newId()) }, userErrors: [] };
    },
    carrierServiceCreate({ input }: { input: { name: string; callbackUrl: string } }) {
      if (shop.carrierService) {
        const userErrors = userError(`${input.name} is already configured`);
        return { carrierService: null, userErrors };
      }
      shop.carrierService = { name: input.name, callbackUrl: input.callbackUrl };
      return { carrierService: { id: gid('DeliveryCarrierService', newId()) }, userErrors: [] };
    },
  };
}

/** Answers a GraphQL document as the Admin API would: it is validated against the schema first. */
export function answerAdmin(
  world: AdminWorld,
  { query, variables }: { query: string; variables: Record<string, unknown> },
) {
  return graphql({
    schema,
    source: query,
    rootValue: rootOf(world),
    variableValues: variables,
  });
}
