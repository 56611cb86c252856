import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { ErrorPage } from './app/ErrorPage.tsx';
import { requireNoSession, requireSession } from './app/guards.ts';
import { NotFoundPage } from './app/NotFoundPage.tsx';
import type { PageTitle } from './app/DocumentTitle.tsx';
import { Shell } from './app/Shell.tsx';
import { i18n } from './i18n/i18n.ts';
import { readNewOrderSearch } from './new-order/wizard-steps.ts';
import { readOrdersSearch } from './orders/orders-search.ts';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/',
  staticData: { title: 'signIn' },
  validateSearch: ({ from }: Record<string, unknown>): { from?: string } =>
    typeof from === 'string' ? { from } : {},
  beforeLoad: ({ search }) => requireNoSession(search.from),
  loader: () => i18n.loadNamespaces('signIn'),
  component: lazyRouteComponent(() => import('./sign-in/SignInPage.tsx'), 'SignInPage'),
});

/** The parent of every page that only a signed-in person may see. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: ({ location }) => requireSession(location.href),
  component: Outlet,
});

const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard',
  staticData: { title: 'dashboard' },
  loader: () => i18n.loadNamespaces('dashboard'),
  component: lazyRouteComponent(() => import('./dashboard/DashboardPage.tsx'), 'DashboardPage'),
});

const orders = createRoute({
  getParentRoute: () => signedIn,
  path: '/orders',
  staticData: { title: 'orders' },
  validateSearch: readOrdersSearch,
  loader: () => i18n.loadNamespaces('orders'),
  component: lazyRouteComponent(() => import('./orders/OrdersPage.tsx'), 'OrdersPage'),
});

const newOrder = createRoute({
  getParentRoute: () => signedIn,
  path: '/new',
  staticData: { title: 'newOrder' },
  validateSearch: readNewOrderSearch,
  loader: () => i18n.loadNamespaces('newOrder'),
  component: lazyRouteComponent(() => import('./new-order/NewOrderPage.tsx'), 'NewOrderPage'),
});

/** Every page of the portal. */
export const router = createRouter({
  routeTree: root.addChildren([signIn, signedIn.addChildren([dashboard, orders, newOrder])]),
  defaultPreload: 'intent',
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** Names the page in the browser's title bar. */
    title?: PageTitle;
  }
}
