import { graphql } from 'graphql';
import { DAY, type EpochMillis } from '@portage/contract/time';
import { readAdminSchema } from './admin-schema.ts';
import {
  connection,
  fulfillmentView,
  gid,
  grantedScopes,
  numberOf,
  orderView,
  partView,
  PROTECTED,
  requireApproval,
  requireScope,
  supportedActions,
  type Slice,
} from './admin-views.ts';
import {
  type DevFulfillment,
  type DevOrder,
  type DevShop,
  FULFILLABLE,
  itemsOf,
  moveDevPart,
  numberOfText,
} from './shop-state.ts';

const schema = readAdminSchema();

/** Orders older than this need the scope `read_all_orders`. */
const READABLE_ORDERS = 60 * DAY;

const NO_CARRIER_SERVICE = 'The carrier or app could not be found.';

/** A payload with an error of the caller; its other fields are null. */
const refuse = (message: string, ...field: string[]) => ({
  userErrors: [{ field: field.length > 0 ? field : null, message }],
});

export interface AdminWorld {
  shop: DevShop;
  now: () => EpochMillis;
  newId: () => string;
  /** Sends the webhooks of a changed order. */
  tell: (order: DevOrder) => unknown;
  uninstall: () => unknown;
}

interface FulfillmentInput {
  lineItemsByFulfillmentOrder: {
    fulfillmentOrderId: string;
    fulfillmentOrderLineItems?: { id: string; quantity: number }[];
  }[];
  trackingInfo?: { company?: string; number?: string; url?: string };
}

/** Order webhooks need approval for protected data. */
const isOrderTopic = (topic: string) => topic.startsWith('orders/');

/** Topics as paths: the enum has `ORDERS_CREATE` for `orders/create`. */
const pathOfTopic = (topic: string) => topic.toLowerCase().replace('_', '/');

/** Resolvers of the schema's root types. */
function rootOf({ shop, now, newId, tell, uninstall }: AdminWorld) {
  const readable = () =>
    [...shop.orders.values()].filter(({ createdAt }) => createdAt > now() - READABLE_ORDERS);
  const orderOf = (id: string) => readable().find((order) => gid('Order', order.id) === id);
  function findPart(id: string) {
    for (const order of shop.orders.values()) {
      const part = order.fulfillmentOrders.find((one) => one.id === id);
      if (part) return { order, part };
    }
    return undefined;
  }
  function touch(order: DevOrder): void {
    order.updatedAt = now();
    tell(order);
  }
  function changeTags(field: string, id: string, change: (tags: string[]) => string[]) {
    requireScope(shop, field, 'write_orders');
    const order = orderOf(id);
    if (!order) return refuse('Order does not exist', 'id');
    order.tags = change(order.tags);
    touch(order);
    return { userErrors: [] };
  }
  const FULFILLMENTS = 'write_merchant_managed_fulfillment_orders';

  const webhookView = ({ topic, uri }: { topic: string; uri: string }) => ({
    id: gid('WebhookSubscription', String(numberOfText(`${topic} ${uri}`))),
    topic: topic.toUpperCase().replace('/', '_'),
    uri,
  });
  const carrierView = () =>
    shop.carrierService && {
      id: gid('DeliveryCarrierService', String(numberOfText(shop.domain))),
      callbackUrl: shop.carrierService.callbackUrl,
      active: true,
    };

  return {
    shop: { myshopifyDomain: shop.domain },
    locations(slice: Slice) {
      requireScope(shop, 'locations', 'read_locations');
      const shown = shop.locations.filter(({ isActive }) => isActive);
      return connection(shown, slice, (location) => location);
    },
    order({ id }: { id: string }) {
      requireScope(shop, 'order', 'read_orders');
      requireApproval(shop, 'Order');
      const order = orderOf(id);
      return order ? orderView(order, shop) : null;
    },
    orders({ query = '', ...slice }: Slice & { query?: string }) {
      requireScope(shop, 'orders', 'read_orders');
      requireApproval(shop, 'Order');
      const since = Date.parse(/updated_at:>='([^']+)'/.exec(query)?.[1] ?? '1970-01-01');
      const changed = readable()
        .filter(({ updatedAt }) => updatedAt >= since)
        .sort((one, other) => one.updatedAt - other.updatedAt);
      const view = (order: DevOrder) => orderView(order, shop);
      return connection(changed, slice, view, shop.endlessList === 'orders');
    },
    fulfillmentOrder({ id }: { id: string }) {
      requireScope(shop, 'fulfillmentOrder', FULFILLMENTS);
      const found = findPart(id);
      return found ? partView(shop, found.order, found.part) : null;
    },
    fulfillmentCreate({ fulfillment }: { fulfillment: FulfillmentInput }) {
      requireScope(shop, 'fulfillmentCreate', FULFILLMENTS);
      const wanted = fulfillment.lineItemsByFulfillmentOrder;
      const found = wanted.map((one) => findPart(one.fulfillmentOrderId));
      const [first] = found;
      const isOneOrder = found.every((one) => one && one.order === first?.order);
      if (!first || !isOneOrder) return refuse('Fulfillment order does not exist.', 'fulfillment');
      const { order } = first;
      const parts = found.flatMap((one) => one?.part ?? []);
      if (new Set(parts.map(({ locationId }) => locationId)).size > 1) {
        return refuse(
          'All fulfillment orders must be assigned to the same location.',
          'fulfillment',
        );
      }
      const closed = parts.find(({ status }) => !FULFILLABLE.includes(status));
      if (closed) {
        const status = closed.status.toLowerCase();
        const number = numberOf(closed.id);
        return refuse(
          `Fulfillment order ${number} has an unfulfillable status= ${status}.`,
          'fulfillment',
        );
      }
      const takes: (() => void)[] = [];
      for (const [index, part] of parts.entries()) {
        const items = itemsOf(order, part);
        const asked = wanted[index]?.fulfillmentOrderLineItems;
        for (const item of items) {
          const quantity = asked
            ? (asked.find(({ id }) => id === item.id)?.quantity ?? 0)
            : item.remaining;
          if (quantity > item.remaining) {
            return refuse('Invalid fulfillment order line item quantity requested.', 'fulfillment');
          }
          takes.push(() => (item.remaining -= quantity));
        }
      }
      for (const take of takes) take();
      for (const part of parts) {
        const isDone = itemsOf(order, part).every(({ remaining }) => remaining === 0);
        part.status = isDone ? 'CLOSED' : 'IN_PROGRESS';
      }
      const { company = null, number = null, url = null } = fulfillment.trackingInfo ?? {};
      const created: DevFulfillment = {
        id: gid('Fulfillment', newId()),
        status: 'SUCCESS',
        tracking: { company, number, url },
      };
      order.fulfillments.push(created);
      touch(order);
      return { fulfillment: fulfillmentView(created), userErrors: [] };
    },
    fulfillmentEventCreate({
      fulfillmentEvent: { fulfillmentId, status, happenedAt = null, message = null },
    }: {
      fulfillmentEvent: {
        fulfillmentId: string;
        status: string;
        happenedAt?: string | null;
        message?: string | null;
      };
    }) {
      requireScope(shop, 'fulfillmentEventCreate', 'write_fulfillments');
      const all = [...shop.orders.values()].flatMap(({ fulfillments }) => fulfillments);
      const fulfillment = all.find(({ id }) => id === fulfillmentId);
      if (fulfillment?.status !== 'SUCCESS') {
        return refuse('Fulfillment does not exist.', 'fulfillmentEvent', 'fulfillmentId');
      }
      const event = { id: gid('FulfillmentEvent', newId()), status, happenedAt, message };
      (fulfillment.events ??= []).push(event);
      return { userErrors: [] };
    },
    fulfillmentOrderMove({ id, newLocationId }: { id: string; newLocationId: string }) {
      requireScope(shop, 'fulfillmentOrderMove', FULFILLMENTS);
      const found = findPart(id);
      if (!found) return refuse('Fulfillment order does not exist.', 'id');
      const { order, part } = found;
      const location = shop.locations.find((one) => one.id === newLocationId && one.isActive);
      if (!location) return refuse('Location not found.', 'newLocationId');
      if (location.stocks === false) {
        return refuse(`None of the items are stocked at ${location.name}.`, 'newLocationId');
      }
      if (!supportedActions(part).some(({ action }) => action === 'MOVE')) {
        const status = part.status.toLowerCase();
        return refuse(`Cannot change location of a fulfillment order that is ${status}.`, 'id');
      }
      const moved = moveDevPart(order, part, { locationId: newLocationId, newId });
      touch(order);
      return { movedFulfillmentOrder: partView(shop, order, moved), userErrors: [] };
    },
    tagsAdd: ({ id, tags }: { id: string; tags: string[] }) =>
      changeTags('tagsAdd', id, (before) => [...new Set([...before, ...tags])]),
    tagsRemove: ({ id, tags }: { id: string; tags: string[] }) =>
      changeTags('tagsRemove', id, (before) => before.filter((tag) => !tags.includes(tag))),
    webhookSubscriptions: (slice: Slice) => connection(shop.webhooks, slice, webhookView),
    webhookSubscriptionCreate({
      topic,
      webhookSubscription: { uri },
    }: {
      topic: string;
      webhookSubscription: { uri: string };
    }) {
      const path = pathOfTopic(topic);
      if (isOrderTopic(path)) {
        const isGranted = grantedScopes(shop).some((scope) => scope.endsWith('_orders'));
        if (!isGranted) {
          return refuse(
            `You do not have permission to create or update webhooks with ${path} topic. This topic may be restricted by scope or access controls.`,
            'topic',
          );
        }
        if (shop.protectedData === 'none') {
          return refuse(
            `This app is not approved to subscribe to webhook topics containing protected customer data. ${PROTECTED}`,
            'topic',
          );
        }
      }
      if (!/^https:|^http:\/\/(?:localhost|127\.0\.0\.1)[:/]/.test(uri)) {
        return refuse('Address protocol http:// is not supported', 'webhookSubscription', 'uri');
      }
      if (shop.webhooks.some((one) => one.topic === path && one.uri === uri)) {
        return refuse(
          'Address for this topic has already been taken',
          'webhookSubscription',
          'uri',
        );
      }
      const created = { topic: path, uri };
      shop.webhooks.push(created);
      return { webhookSubscription: webhookView(created), userErrors: [] };
    },
    webhookSubscriptionDelete({ id }: { id: string }) {
      const left = shop.webhooks.filter((one) => webhookView(one).id !== id);
      const isKnown = left.length < shop.webhooks.length;
      shop.webhooks = left;
      return isKnown ? { userErrors: [] } : refuse('Webhook subscription does not exist', 'id');
    },
    carrierServices(slice: Slice) {
      requireScope(shop, 'carrierServices', 'read_shipping');
      const service = carrierView();
      return connection(service ? [service] : [], slice, (one) => one);
    },
    carrierServiceCreate({ input }: { input: { name: string; callbackUrl: string } }) {
      requireScope(shop, 'carrierServiceCreate', 'write_shipping');
      if (shop.plan === 'basic' || shop.plan === 'grow') {
        return refuse('Carrier Calculated Shipping must be enabled for your store');
      }
      if (shop.carrierService) return refuse(`${input.name} is already configured`);
      shop.carrierService = { callbackUrl: input.callbackUrl };
      return { carrierService: carrierView(), userErrors: [] };
    },
    carrierServiceUpdate({ input }: { input: { id: string; callbackUrl: string } }) {
      requireScope(shop, 'carrierServiceUpdate', 'write_shipping');
      if (!shop.carrierService || carrierView()?.id !== input.id) {
        return refuse(NO_CARRIER_SERVICE, 'input', 'id');
      }
      shop.carrierService.callbackUrl = input.callbackUrl;
      return { userErrors: [] };
    },
    carrierServiceDelete({ id }: { id: string }) {
      requireScope(shop, 'carrierServiceDelete', 'write_shipping');
      if (carrierView()?.id !== id) return refuse(NO_CARRIER_SERVICE, 'id');
      shop.carrierService = undefined;
      return { userErrors: [] };
    },
    appUninstall() {
      void uninstall();
      return { userErrors: [] };
    },
  };
}

/** Answers a GraphQL document, validated against the schema first. */
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
