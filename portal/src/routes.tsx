import { createRootRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireDraft, requireNoSession, requireSession } from './app/guards.ts';
import { loadSignedInMenu } from './app/load-signed-in-menu.tsx';
import { NotFoundPage, WideScreenPages } from './app/MessagePage.tsx';
import type * as ReadAhead from './app/read-ahead.ts';
import { Shell } from './app/Shell.tsx';
import { loadTexts } from './i18n/i18n.ts';
import { loadTemporal } from './lib/temporal.ts';
import { type NewOrderSearch, readNewOrderSearch } from './new-order/wizard-address.ts';
import { type OrderPageSearch, readOrderPageSearch } from './order-details/detail-tab.ts';
import { type OrdersSearch, readOrdersSearch } from './order/order-address.ts';
import { readSignInSearch, type SignInSearch } from './sign-in/sign-in-place.ts';

/** The query on arrival. The router rewrites addresses, and a signed query must not change. */
const arrivalSearch = window.location.search;

/** Parses a search with `read` and drops the rest, which the router would pass on. */
const readStrictly =
  <Search extends object>(read: (address: Record<string, unknown>) => Search) =>
  (address: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(address).map((name) => [name, undefined])),
    ...read(address),
  });

/** Reads the shop and the order of the fulfill page. The router would quote digits that are text. */
const readFulfillSearch = readStrictly(({ shop, id }): { shop: string; id: string | number } => ({
  shop: typeof shop === 'string' ? shop : '',
  id: typeof id === 'string' || typeof id === 'number' ? asTyped(id) : '',
}));

function asTyped(id: string | number): string | number {
  return /^[1-9]\d*$/.test(String(id)) && Number.isSafeInteger(Number(id)) ? Number(id) : id;
}

const readShopOrdersSearch = readStrictly(({ show }): { show?: 'drift' } =>
  show === 'drift' ? { show } : {},
);

const readAddressBookSearch = readStrictly(({ search }): { search?: string } => {
  // The router parses numbers.
  const text = typeof search === 'number' ? String(search) : search;
  return typeof text === 'string' && text !== '' ? { search: text } : {};
});

/** Reads a page's data while its code loads. */
const readAhead = (read: (pages: typeof ReadAhead) => void): void =>
  void import('./app/SignedInPages.tsx').then(read, () => undefined);

const root = createRootRoute({ component: Shell, notFoundComponent: () => <NotFoundPage /> });
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/',
  staticData: { title: 'signIn' },
  validateSearch: readStrictly<SignInSearch>(readSignInSearch),
  beforeLoad: ({ search }) => requireNoSession(search.from),
  loader: () => loadTexts('signIn'),
  component: lazyRouteComponent(() => import('./sign-in/SignInPage.tsx'), 'SignInPage'),
});

const authorizeShop = createRoute({
  getParentRoute: () => root,
  path: '/platform/authorize',
  staticData: { title: 'authorizeShop' },
  context: () => ({
    arrival: Object.fromEntries(new URLSearchParams(arrivalSearch)),
  }),
  loader: () => loadTexts('signIn', 'shop'),
  component: lazyRouteComponent(
    () => import('./sign-in/AuthorizeShopPage.tsx'),
    'AuthorizeShopPage',
  ),
});

/** The parent of every page behind the sign-in. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: ({ location }) => requireSession(location.href),
  // Loads the header's shortcuts with the page.
  loader: () => {
    readAhead(({ readMerchant }) => readMerchant());
    return Promise.all([loadSignedInMenu(), loadTexts('errors'), loadTemporal()]);
  },
  component: lazyRouteComponent(() => import('./app/SignedInPages.tsx'), 'SignedInPages'),
});

const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard',
  staticData: { title: 'dashboard' },
  loader: () => {
    readAhead(({ readDashboard }) => readDashboard());
    return loadTexts('dashboard');
  },
  component: lazyRouteComponent(() => import('./dashboard/DashboardPage.tsx'), 'DashboardPage'),
});

const orders = createRoute({
  getParentRoute: () => signedIn,
  path: '/orders',
  staticData: { title: 'orders' },
  validateSearch: readStrictly<OrdersSearch>(readOrdersSearch),
  loader: () => {
    readAhead(({ readOrders }) => readOrders());
    return loadTexts('orders', 'orderFilters', 'orderViews', 'bulk', 'shop');
  },
  component: lazyRouteComponent(() => import('./app/OrdersWithDetails.tsx'), 'OrdersWithDetails'),
});

const order = createRoute({
  getParentRoute: () => signedIn,
  path: '/orders/$id',
  staticData: { title: 'order' },
  validateSearch: readStrictly<OrderPageSearch>(readOrderPageSearch),
  loader: ({ params }) => {
    readAhead(({ readOrder }) => readOrder(params.id));
    return loadTexts('orders', 'orderDetail', 'orderForm', 'orderTracking', 'address', 'bulk');
  },
  component: lazyRouteComponent(() => import('./order-details/OrderPage.tsx'), 'OrderPage'),
});

const newOrder = createRoute({
  getParentRoute: () => signedIn,
  path: '/new',
  staticData: { title: 'newOrder' },
  validateSearch: readStrictly<NewOrderSearch>(readNewOrderSearch),
  beforeLoad: ({ search }) => requireDraft(search),
  loader: () => loadTexts('newOrder', 'createdOrder', 'orderForm', 'rateChoice', 'address'),
  component: lazyRouteComponent(() => import('./new-order/NewOrderPage.tsx'), 'NewOrderPage'),
});

const bulkNew = createRoute({
  getParentRoute: () => signedIn,
  path: '/bulkNew',
  staticData: { title: 'bulkNew' },
  validateSearch: ({ fix }: Record<string, unknown>): { fix?: string } =>
    typeof fix === 'string' ? { fix } : {},
  loader: () => loadTexts('bulkImport', 'sheets', 'orders', 'bulk'),
  component: lazyRouteComponent(() => import('./bulk-import/BulkImportPage.tsx'), 'BulkImportPage'),
});

const fulfillShopOrder = createRoute({
  getParentRoute: () => signedIn,
  path: '/platform/fulfill',
  staticData: { title: 'fulfillShopOrder' },
  validateSearch: readFulfillSearch,
  loader: () => loadTexts('shop'),
  component: lazyRouteComponent(() => import('./shop/FulfillPage.tsx'), 'FulfillPage'),
});

const shopOrders = createRoute({
  getParentRoute: () => signedIn,
  path: '/platform/orders',
  staticData: { title: 'shopOrders' },
  validateSearch: readShopOrdersSearch,
  loader: () => loadTexts('shop'),
  component: lazyRouteComponent(() => import('./shop/ShopOrdersPage.tsx'), 'ShopOrdersPage'),
});

const merchantInfo = createRoute({
  getParentRoute: () => signedIn,
  path: '/merchantInfo',
  staticData: { title: 'merchantInfo' },
  loader: () => loadTexts('merchant', 'secondFactor', 'signIn'),
  component: lazyRouteComponent(
    () => import('./merchant/MerchantInfoPage.tsx'),
    'MerchantInfoPage',
  ),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  staticData: { title: 'account' },
  loader: () => loadTexts('merchant', 'secondFactor', 'signIn'),
  component: lazyRouteComponent(() => import('./merchant/AccountPage.tsx'), 'AccountPage'),
});

const addressBook = createRoute({
  getParentRoute: () => signedIn,
  path: '/addressBook',
  staticData: { title: 'addressBook' },
  validateSearch: readAddressBookSearch,
  loader: () => loadTexts('addressBook', 'address', 'orderForm'),
  component: lazyRouteComponent(
    () => import('./address-book/AddressBookPage.tsx'),
    'AddressBookPage',
  ),
});

const shipFromLocations = createRoute({
  getParentRoute: () => signedIn,
  path: '/shipFromLocations',
  staticData: { title: 'shipFromLocations' },
  loader: () => loadTexts('locations', 'address'),
  component: lazyRouteComponent(
    () => import('./locations/ShipFromLocationsPage.tsx'),
    'ShipFromLocationsPage',
  ),
});

/** The parent of every page that phones do not have (spec 2 §6). */
const wideScreens = createRoute({
  getParentRoute: () => signedIn,
  id: 'wide-screens',
  staticData: { isForWideScreens: true },
  component: WideScreenPages,
});

const integrations = createRoute({
  getParentRoute: () => wideScreens,
  path: '/integration',
  staticData: { title: 'integrations' },
  loader: () => loadTexts('integrations'),
  component: lazyRouteComponent(
    () => import('./integrations/IntegrationsPage.tsx'),
    'IntegrationsPage',
  ),
});

const serviceUsers = createRoute({
  getParentRoute: () => wideScreens,
  path: '/serviceUser',
  staticData: { title: 'serviceUsers' },
  loader: () => loadTexts('integrations'),
  component: lazyRouteComponent(
    () => import('./integrations/ServiceUsersPage.tsx'),
    'ServiceUsersPage',
  ),
});

const shipstation = createRoute({
  getParentRoute: () => wideScreens,
  path: '/shipstation',
  staticData: { title: 'shipstation' },
  loader: () => loadTexts('integrations'),
  component: lazyRouteComponent(
    () => import('./integrations/ShipstationPage.tsx'),
    'ShipstationPage',
  ),
});

export const routeTree = root.addChildren([
  signIn,
  authorizeShop,
  signedIn.addChildren([
    dashboard,
    orders,
    order,
    newOrder,
    bulkNew,
    fulfillShopOrder,
    shopOrders,
    merchantInfo,
    account,
    addressBook,
    shipFromLocations,
    wideScreens.addChildren([integrations, serviceUsers, shipstation]),
  ]),
]);
