import { z } from 'zod';
import type { ShopDocument } from './shop-platform.ts';

/** Checks a document against its shape while keeping its exact type. */
const document = <Data extends z.ZodType>(definition: ShopDocument<Data>) => definition;

/** Undefined where the platform has null. */
const Text = z
  .string()
  .nullable()
  .transform((text) => text ?? undefined);

/** Refusals of a mutation, which come with status 200. */
const UserErrors = z.array(z.object({ message: z.string() }));

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

const PageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });

const nodes = <Node extends z.ZodType>(node: Node) => z.object({ nodes: z.array(node) });

const TrackedFulfillments = z.array(
  z.object({
    id: z.string(),
    status: z.string(),
    trackingInfo: z.array(z.object({ number: z.string().nullable() })),
  }),
);

const FULFILLMENT_ORDER = `
        id status fulfillAt supportedActions { action } fulfillmentHolds { displayReason }
        assignedLocation {
          name address1 address2 city province zip countryCode location { id }
        }`;

const FulfillmentOrder = z.object({
  id: z.string(),
  status: z.string(),
  fulfillAt: z.string().nullable(),
  supportedActions: z.array(z.object({ action: z.string() })),
  fulfillmentHolds: z.array(z.object({ displayReason: z.string() })),
  assignedLocation: z.object({
    name: z.string(),
    address1: z.string().nullable(),
    address2: z.string().nullable(),
    city: z.string().nullable(),
    province: z.string().nullable(),
    zip: z.string().nullable(),
    countryCode: z.string(),
    location: z.object({ id: z.string() }).nullable(),
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
  data: z.object({ shop: z.object({ myshopifyDomain: z.string() }) }),
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
        id: z.string(),
        name: z.string(),
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
        id: z.string(),
        name: z.string(),
        cancelledAt: z.string().nullable(),
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
            productTitle: z.string(),
            variantTitle: z.string().nullable(),
            sku: Text,
            lineItem: z.object({ id: z.string() }),
            weight: z.object({ unit: z.string(), value: z.number() }).nullable(),
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
      fulfillment: z.object({ id: z.string() }).nullable(),
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
        fulfillments: z.array(
          TrackedFulfillments.element.extend({
            events: nodes(z.object({ status: z.string(), happenedAt: z.string().nullable() })),
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
  data: z.object({ order: z.object({ tags: z.array(z.string()) }).nullable() }),
});

export const tagsAddDocument = mutation('tagsAdd', { id: 'ID!', tags: '[String!]!' });

export const tagsRemoveDocument = mutation('tagsRemove', { id: 'ID!', tags: '[String!]!' });

const LINE_ITEM_FIELDS = `
      nodes { id title variantTitle sku currentQuantity } pageInfo { hasNextPage endCursor }`;

const LineItems = nodes(
  z.object({
    id: z.string(),
    title: z.string(),
    variantTitle: z.string().nullable(),
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

export const AdminOrder = z.object({
  legacyResourceId: z.coerce.string(),
  name: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  cancelledAt: z.string().nullable(),
  displayFulfillmentStatus: z.string(),
  note: Text,
  tags: z.array(z.string()),
  email: Text,
  phone: Text,
  totalWeight: z.coerce.number().nullable(),
  shippingLine: z
    .object({
      code: z.string().nullable(),
      title: z.string(),
      source: z.string().nullable(),
      originalPriceSet: z.object({
        shopMoney: z.object({ amount: z.coerce.number(), currencyCode: z.string() }),
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
  fulfillments: z.array(z.object({ id: z.string(), status: z.string() })),
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

/** Names an order; the rest of it is read by `AdminOrder`. */
const NamedOrder = z.looseObject({ legacyResourceId: z.coerce.string(), name: z.string() });

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
  data: z.object({
    orders: z.object({ nodes: z.array(NamedOrder), pageInfo: PageInfo }),
  }),
});

/** Names only, for a page that the platform cannot answer. */
export const changedOrderNamesDocument = document({
  text: `query ChangedOrderNames($query: String!, $after: String) {
  orders(first: 10, query: $query, after: $after, sortKey: UPDATED_AT) {
    nodes { legacyResourceId name }
    pageInfo { hasNextPage endCursor }
  }
}`,
  cost: 12,
  data: z.object({
    orders: z.object({ nodes: z.array(NamedOrder), pageInfo: PageInfo }),
  }),
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
    webhookSubscriptions: nodes(z.object({ id: z.string(), topic: z.string(), uri: z.string() })),
  }),
});

export const webhookDeleteDocument = mutation('webhookSubscriptionDelete', { id: 'ID!' });

export const carrierServicesDocument = document({
  text: `query CarrierServices { carrierServices(first: 50) { nodes { id callbackUrl active } } }`,
  cost: 52,
  data: z.object({
    carrierServices: nodes(
      z.object({ id: z.string(), callbackUrl: z.string().nullable(), active: z.boolean() }),
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
