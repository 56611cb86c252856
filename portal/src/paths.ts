/** Every address of the portal, built in one place: pages link through here and never spell a URL. */
export const paths = {
  signIn: () => '/' as const,
  dashboard: () => '/dashboard' as const,
  orders: () => '/orders' as const,
  /** Of one order; links fill in its id. */
  order: () => '/orders/$id' as const,
  newOrder: () => '/new' as const,
  bulkNew: () => '/bulkNew' as const,
  authorizeShop: () => '/platform/authorize' as const,
  fulfillShopOrder: () => '/platform/fulfill' as const,
  /** Orders of the linked shop that need a person. */
  shopOrders: () => '/platform/orders' as const,
  merchantInfo: () => '/merchantInfo' as const,
  addressBook: () => '/addressBook' as const,
  shipFromLocations: () => '/shipFromLocations' as const,
  integrations: () => '/integration' as const,
  serviceUsers: () => '/serviceUser' as const,
  shipstation: () => '/shipstation' as const,
};
