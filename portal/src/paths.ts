/** Pages never spell a URL. */
export const paths = {
  signIn: () => '/' as const,
  dashboard: () => '/dashboard' as const,
  orders: () => '/orders' as const,
  order: () => '/orders/$id' as const,
  newOrder: () => '/new' as const,
  bulkNew: () => '/bulkNew' as const,
  authorizeShop: () => '/platform/authorize' as const,
  fulfillShopOrder: () => '/platform/fulfill' as const,
  /** In need of action. */
  shopOrders: () => '/platform/orders' as const,
  merchantInfo: () => '/merchantInfo' as const,
  account: () => '/account' as const,
  addressBook: () => '/addressBook' as const,
  shipFromLocations: () => '/shipFromLocations' as const,
  integrations: () => '/integration' as const,
  serviceUsers: () => '/serviceUser' as const,
  shipstation: () => '/shipstation' as const,
};
