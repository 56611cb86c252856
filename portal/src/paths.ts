/** Every address of the portal, built in one place: pages link through here and never spell a URL. */
export const paths = {
  signIn: () => '/' as const,
  dashboard: () => '/dashboard' as const,
  orders: () => '/orders' as const,
  newOrder: () => '/new' as const,
  merchantInfo: () => '/merchantInfo' as const,
  shipFromLocations: () => '/shipFromLocations' as const,
  integrations: () => '/integration' as const,
  serviceUsers: () => '/serviceUser' as const,
};
