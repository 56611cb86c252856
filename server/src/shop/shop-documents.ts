import { z } from 'zod';
import { ShopOrderId } from '@portage/contract/shop/shop';
import { MOST_LISTED, PlatformMessage, type ShopDocument } from './shop-platform.ts';

/** Checks a document against its shape while keeping its exact type. */
const document = <Data extends z.ZodType>(definition: ShopDocument<Data>) => definition;

/** No line of the platform is as long. */
const Line = z.string().max(1000);

/** Four times the longest note of the platform. */
const Note = z.string().max(20_000);

/** Undefined where the platform has null. */
const optional = (text: z.ZodString) => text.nullable().transform((typed) => typed ?? undefined);

const Text = optional(Line);

/** Zod refuses a longer list before it reads the items. */
const list = <Item extends z.ZodType>(item: Item) => z.array(item).max(MOST_LISTED);

/** Refusals of a mutation, which come with status 200. */
const UserErrors = list(z.object({ message: PlatformMessage }));

const Refusals = z.object({ userErrors: UserErrors });

/** A mutation that returns only refusals. Its arguments have the names of `types`, or are `written`. */
function mutation<Name extends string>(
  name: Name,
  types: Readonly<Record<string, string>>,
  written?: string,
) {
  const names = Object.keys(types);
  const variables = names.map((variable) => `$${variable}: ${types[variable]}`).join(', ');
  const named = names.map((variable) => `${variable}: $${variable}`).join(', ');
  return document({
    text: `mutation ${name}(${variables}) {
  ${name}(${written ?? named}) { userErrors { field message } }
}`,
    cost: 10,
    data: z.object({ [name]: Refusals } as Record<Name, typeof Refusals>),
  });
}

const PageInfo = z.object({ hasNextPage: z.boolean(), endCursor: Line.nullable() });

const nodes = <Node extends z.ZodType>(node: Node) => z.object({ nodes: list(node) });

const TrackedFulfillments = list(
  z.object({
    id: Line,
    status: Line,
    trackingInfo: list(z.object({ number: Line.nullable() })),
  }),
);

const FULFILLMENT_ORDER = `
        id status fulfillAt supportedActions { action } fulfillmentHolds { displayReason }
        assignedLocation {
          name address1 address2 city province zip countryCode location { id }
        }`;

const FulfillmentOrder = z.object({
  id: Line,
  status: Line,
  fulfillAt: Line.nullable(),
  supportedActions: list(z.object({ action: Line })),
  fulfillmentHolds: list(z.object({ displayReason: Line })),
  assignedLocation: z.object({
    name: Line,
    address1: Line.nullable(),
    address2: Line.nullable(),
    city: Line.nullable(),
    province: Line.nullable(),
    zip: Line.nullable(),
    countryCode: Line,
    location: z.object({ id: Line }).nullable(),
  }),
});
export type FulfillmentOrder = z.infer<typeof FulfillmentOrder>;

const FULFILLMENT_ORDERS = `
      nodes {${FULFILLMENT_ORDER}
      }
      pageInfo { hasNextPage endCursor }`;

const FulfillmentOrders = nodes(FulfillmentOrder).extend({ pageInfo: PageInfo });

/** Reads the shop's name, which every token may. */
export const shopDocument = document({
  text: `query Shop { shop { myshopifyDomain } }`,
  cost: 1,
  data: z.object({ shop: z.object({ myshopifyDomain: Line }) }),
});

export const locationsDocument = document({
  text: `query Locations {
  locations(first: 100) {
    nodes { id name isActive address { address1 city province country zip } }
  }
}`,
  cost: 202,
  data: z.object({
    locations: nodes(
      z.object({
        id: Line,
        name: Line,
        isActive: z.boolean(),
        address: z.object({
          address1: Text,
          city: Text,
          province: Text,
          country: Text,
          zip: Text,
        }),
      }),
    ),
  }),
});

export const fulfillmentOrdersDocument = document({
  text: `query FulfillmentOrders($id: ID!, $after: String) {
  order(id: $id) {
    id name cancelledAt
    fulfillments(first: 20) { id status trackingInfo(first: 2) { number } }
    fulfillmentOrders(first: 20, after: $after) {${FULFILLMENT_ORDERS}
    }
  }
}`,
  cost: 185,
  data: z.object({
    order: z
      .object({
        id: Line,
        name: Line,
        cancelledAt: Line.nullable(),
        fulfillments: TrackedFulfillments,
        fulfillmentOrders: FulfillmentOrders,
      })
      .nullable(),
  }),
});

export const fulfillmentOrderItemsDocument = document({
  text: `query FulfillmentOrderItems($id: ID!, $after: String) {
  fulfillmentOrder(id: $id) {
    lineItems(first: 100, after: $after) {
      nodes {
        remainingQuantity productTitle variantTitle sku lineItem { id } weight { unit value }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`,
  cost: 303,
  data: z.object({
    fulfillmentOrder: z
      .object({
        lineItems: nodes(
          z.object({
            remainingQuantity: z.int(),
            productTitle: Line,
            variantTitle: Line.nullable(),
            sku: Text,
            lineItem: z.object({ id: Line }),
            weight: z.object({ unit: Line, value: z.number() }).nullable(),
          }),
        ).extend({ pageInfo: PageInfo }),
      })
      .nullable(),
  }),
});

/** Fulfills the rest of fulfillment orders of one location. */
export const fulfillmentCreateDocument = document({
  text: `mutation FulfillmentCreate($fulfillment: FulfillmentInput!) {
  fulfillmentCreate(fulfillment: $fulfillment) {
    fulfillment { id }
    userErrors { field message }
  }
}`,
  cost: 10,
  data: z.object({
    fulfillmentCreate: z.object({
      fulfillment: z.object({ id: Line }).nullable(),
      userErrors: UserErrors,
    }),
  }),
});

export const fulfillmentEventsDocument = document({
  text: `query FulfillmentEvents($id: ID!) {
  order(id: $id) {
    fulfillments(first: 10) {
      id status trackingInfo(first: 2) { number } events(first: 30) { nodes { status happenedAt } }
    }
  }
}`,
  cost: 363,
  data: z.object({
    order: z
      .object({
        fulfillments: list(
          TrackedFulfillments.element.extend({
            events: nodes(z.object({ status: Line, happenedAt: Line.nullable() })),
          }),
        ),
      })
      .nullable(),
  }),
});

/** Adds `count` events in one call. Not retried, which could add them twice. */
export function fulfillmentEventsCreateDocument(count: number) {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const variables = indexes.map((index) => `$event${index}: FulfillmentEventInput!`);
  const fields = indexes.map(
    (index) =>
      `event${index}: fulfillmentEventCreate(fulfillmentEvent: $event${index}) { userErrors { field message } }`,
  );
  return document({
    text: `mutation FulfillmentEventsCreate(${variables.join(', ')}) {\n  ${fields.join('\n  ')}\n}`,
    cost: 10 * count,
    data: z.record(z.string(), Refusals),
    isTriedOnce: true,
  });
}

export const fulfillmentOrderMoveDocument = document({
  text: `mutation FulfillmentOrderMove($id: ID!, $newLocationId: ID!) {
  fulfillmentOrderMove(id: $id, newLocationId: $newLocationId) {
    movedFulfillmentOrder {${FULFILLMENT_ORDER}
    }
    userErrors { field message }
  }
}`,
  cost: 10,
  data: z.object({
    fulfillmentOrderMove: z.object({
      movedFulfillmentOrder: FulfillmentOrder.nullable(),
      userErrors: UserErrors,
    }),
  }),
});

export const orderTagsDocument = document({
  text: `query OrderTags($id: ID!) { order(id: $id) { tags } }`,
  cost: 1,
  data: z.object({ order: z.object({ tags: list(Line) }).nullable() }),
});

export const tagsAddDocument = mutation('tagsAdd', { id: 'ID!', tags: '[String!]!' });

export const tagsRemoveDocument = mutation('tagsRemove', { id: 'ID!', tags: '[String!]!' });

const LINE_ITEM_FIELDS = `
      nodes { id title variantTitle sku currentQuantity } pageInfo { hasNextPage endCursor }`;

const LineItems = nodes(
  z.object({
    id: Line,
    title: Line,
    variantTitle: Line.nullable(),
    sku: Text,
    currentQuantity: z.int().describe('Without what was refunded or removed.'),
  }),
).extend({ pageInfo: PageInfo });

const ORDER_FIELDS = `
    legacyResourceId name createdAt updatedAt cancelledAt displayFulfillmentStatus
    note tags email phone totalWeight
    shippingLine { code title source originalPriceSet { shopMoney { amount currencyCode } } }
    shippingAddress { name company address1 address2 city provinceCode zip countryCodeV2 phone }
    lineItems(first: 25) {${LINE_ITEM_FIELDS} }
    fulfillments(first: 20) { id status }
    fulfillmentOrders(first: 5) {${FULFILLMENT_ORDERS}
    }`;

const OrderNumber = z.coerce.string().pipe(ShopOrderId);

export const AdminOrder = z.object({
  legacyResourceId: OrderNumber,
  name: Line,
  createdAt: Line,
  updatedAt: Line,
  cancelledAt: Line.nullable(),
  displayFulfillmentStatus: Line,
  note: optional(Note),
  tags: list(Line),
  email: Text,
  phone: Text,
  totalWeight: z.coerce.number().nullable(),
  shippingLine: z
    .object({
      code: Line.nullable(),
      title: Line,
      source: Line.nullable(),
      originalPriceSet: z.object({
        shopMoney: z.object({ amount: z.coerce.number(), currencyCode: Line }),
      }),
    })
    .nullable(),
  shippingAddress: z
    .object({
      name: Text,
      company: Text,
      address1: Text,
      address2: Text,
      city: Text,
      provinceCode: Text,
      zip: Text,
      countryCodeV2: Text,
      phone: Text,
    })
    .nullable(),
  lineItems: LineItems,
  fulfillments: list(z.object({ id: Line, status: Line })),
  fulfillmentOrders: FulfillmentOrders,
});
export type AdminOrder = z.infer<typeof AdminOrder>;

export const orderDocument = document({
  text: `query Order($id: ID!) {
  order(id: $id) {${ORDER_FIELDS}
  }
}`,
  cost: 81,
  data: z.object({ order: z.unknown() }),
});

export const lineItemsDocument = document({
  text: `query LineItems($id: ID!, $after: String) {
  order(id: $id) {
    lineItems(first: 100, after: $after) {${LINE_ITEM_FIELDS} }
  }
}`,
  cost: 103,
  data: z.object({ order: z.object({ lineItems: LineItems }).nullable() }),
});

/** Name orders; the rest of each is read by `AdminOrder`. */
const NamedOrders = nodes(
  z.looseObject({ legacyResourceId: OrderNumber, name: Line, updatedAt: Line }),
).extend({ pageInfo: PageInfo });

/** Changed orders, earliest change first. */
export const changedOrdersDocument = document({
  text: `query ChangedOrders($query: String!, $after: String) {
  orders(first: 10, query: $query, after: $after, sortKey: UPDATED_AT) {
    nodes {${ORDER_FIELDS}
    }
    pageInfo { hasNextPage endCursor }
  }
}`,
  cost: 812,
  data: z.object({ orders: NamedOrders }),
});

/** Names only, for a page that the platform cannot answer. */
export const changedOrderNamesDocument = document({
  text: `query ChangedOrderNames($query: String!, $after: String) {
  orders(first: 10, query: $query, after: $after, sortKey: UPDATED_AT) {
    nodes { legacyResourceId name updatedAt }
    pageInfo { hasNextPage endCursor }
  }
}`,
  cost: 12,
  data: z.object({ orders: NamedOrders }),
});

export const webhookCreateDocument = mutation(
  'webhookSubscriptionCreate',
  { topic: 'WebhookSubscriptionTopic!', uri: 'String!' },
  'topic: $topic, webhookSubscription: { uri: $uri }',
);

export const webhooksDocument = document({
  text: `query Webhooks { webhookSubscriptions(first: 100) { nodes { id topic uri } } }`,
  cost: 102,
  data: z.object({
    webhookSubscriptions: nodes(z.object({ id: Line, topic: Line, uri: Line })),
  }),
});

export const webhookDeleteDocument = mutation('webhookSubscriptionDelete', { id: 'ID!' });

export const carrierServicesDocument = document({
  text: `query CarrierServices { carrierServices(first: 50) { nodes { id callbackUrl active } } }`,
  cost: 52,
  data: z.object({
    carrierServices: nodes(
      z.object({ id: Line, callbackUrl: Line.nullable(), active: z.boolean() }),
    ),
  }),
});

export const carrierServiceCreateDocument = mutation('carrierServiceCreate', {
  input: 'DeliveryCarrierServiceCreateInput!',
});

export const carrierServiceUpdateDocument = mutation('carrierServiceUpdate', {
  input: 'DeliveryCarrierServiceUpdateInput!',
});

export const carrierServiceDeleteDocument = mutation('carrierServiceDelete', { id: 'ID!' });

/** Uninstalls the app, which revokes its tokens. */
export const appUninstallDocument = document({
  text: `mutation AppUninstall { appUninstall { userErrors { field message } } }`,
  cost: 10,
  data: z.object({ appUninstall: Refusals }),
});
