/**
 * The part of the platform's Admin API that Portage uses, as the platform publishes it (2026-07): the
 * script `npm run shop-schema` compares it with the published schema.
 */
export const ADMIN_SCHEMA = /* GraphQL */ `
  scalar DateTime
  scalar URL
  scalar UnsignedInt64

  enum OrderSortKeys {
    UPDATED_AT
  }
  enum OrderDisplayFulfillmentStatus {
    FULFILLED
    PARTIALLY_FULFILLED
    UNFULFILLED
  }
  enum FulfillmentOrderStatus {
    CANCELLED
    CLOSED
    OPEN
  }
  enum FulfillmentStatus {
    CANCELLED
    SUCCESS
  }
  enum CountryCode {
    CA
    US
  }
  enum WebhookSubscriptionTopic {
    APP_UNINSTALLED
    ORDERS_CANCELLED
    ORDERS_CREATE
    ORDERS_UPDATED
  }

  interface Node {
    id: ID!
  }
  type PageInfo {
    endCursor: String
    hasNextPage: Boolean!
  }
  type UserError {
    field: [String!]
    message: String!
  }

  type LocationAddress {
    address1: String
    city: String
    province: String
    country: String
    zip: String
  }
  type Location implements Node {
    id: ID!
    name: String!
    isActive: Boolean!
    address: LocationAddress!
  }
  type LocationConnection {
    nodes: [Location!]!
  }

  type MailingAddress {
    name: String
    company: String
    address1: String
    address2: String
    city: String
    provinceCode: String
    zip: String
    countryCodeV2: CountryCode
    phone: String
  }
  type LineItem implements Node {
    id: ID!
    title: String!
    variantTitle: String
    sku: String
    quantity: Int!
  }
  type LineItemConnection {
    nodes: [LineItem!]!
  }
  type ShippingLine {
    code: String
    title: String!
    source: String
  }
  type FulfillmentTrackingInfo {
    company: String
    number: String
    url: URL
  }
  type Fulfillment implements Node {
    id: ID!
    status: FulfillmentStatus!
    trackingInfo(first: Int): [FulfillmentTrackingInfo!]!
  }
  type FulfillmentOrderAssignedLocation {
    location: Location
  }
  type FulfillmentOrder implements Node {
    id: ID!
    status: FulfillmentOrderStatus!
    assignedLocation: FulfillmentOrderAssignedLocation!
  }
  type FulfillmentOrderConnection {
    nodes: [FulfillmentOrder!]!
  }
  type Order implements Node {
    id: ID!
    legacyResourceId: UnsignedInt64!
    name: String!
    createdAt: DateTime!
    updatedAt: DateTime!
    cancelledAt: DateTime
    displayFulfillmentStatus: OrderDisplayFulfillmentStatus!
    note: String
    tags: [String!]!
    email: String
    phone: String
    totalWeight: UnsignedInt64
    shippingLine: ShippingLine
    shippingAddress: MailingAddress
    lineItems(first: Int): LineItemConnection!
    fulfillments(first: Int): [Fulfillment!]!
    fulfillmentOrders(first: Int): FulfillmentOrderConnection!
  }
  type OrderConnection {
    nodes: [Order!]!
    pageInfo: PageInfo!
  }

  type Shop {
    myshopifyDomain: String!
  }
  type QueryRoot {
    shop: Shop!
    locations(first: Int): LocationConnection!
    order(id: ID!): Order
    orders(first: Int, query: String, after: String, sortKey: OrderSortKeys): OrderConnection!
  }

  input FulfillmentOrderLineItemsInput {
    fulfillmentOrderId: ID!
  }
  input FulfillmentTrackingInput {
    company: String
    number: String
    url: URL
  }
  input FulfillmentInput {
    lineItemsByFulfillmentOrder: [FulfillmentOrderLineItemsInput!]!
    notifyCustomer: Boolean
    trackingInfo: FulfillmentTrackingInput
  }
  input WebhookSubscriptionInput {
    uri: String
  }
  input DeliveryCarrierServiceCreateInput {
    name: String!
    callbackUrl: URL!
    supportsServiceDiscovery: Boolean!
    active: Boolean!
  }

  type FulfillmentCreatePayload {
    fulfillment: Fulfillment
    userErrors: [UserError!]!
  }
  type FulfillmentOrderMoveFulfillmentOrderMoveUserError {
    field: [String!]
    message: String!
  }
  type FulfillmentOrderMovePayload {
    movedFulfillmentOrder: FulfillmentOrder
    userErrors: [FulfillmentOrderMoveFulfillmentOrderMoveUserError!]!
  }
  type TagsAddPayload {
    userErrors: [UserError!]!
  }
  type TagsRemovePayload {
    userErrors: [UserError!]!
  }
  type WebhookSubscription {
    id: ID!
  }
  type WebhookSubscriptionCreatePayload {
    webhookSubscription: WebhookSubscription
    userErrors: [UserError!]!
  }
  type DeliveryCarrierService implements Node {
    id: ID!
  }
  type CarrierServiceCreateUserError {
    field: [String!]
    message: String!
  }
  type CarrierServiceCreatePayload {
    carrierService: DeliveryCarrierService
    userErrors: [CarrierServiceCreateUserError!]!
  }

  type Mutation {
    fulfillmentCreate(fulfillment: FulfillmentInput!): FulfillmentCreatePayload
    fulfillmentOrderMove(id: ID!, newLocationId: ID!): FulfillmentOrderMovePayload
    tagsAdd(id: ID!, tags: [String!]!): TagsAddPayload
    tagsRemove(id: ID!, tags: [String!]!): TagsRemovePayload
    webhookSubscriptionCreate(
      topic: WebhookSubscriptionTopic!
      webhookSubscription: WebhookSubscriptionInput!
    ): WebhookSubscriptionCreatePayload
    carrierServiceCreate(input: DeliveryCarrierServiceCreateInput!): CarrierServiceCreatePayload
  }

  schema {
    query: QueryRoot
    mutation: Mutation
  }
`;
