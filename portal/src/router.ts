import { createRouter } from '@tanstack/react-router';
import { ErrorPage } from './app/ErrorPage.tsx';
import type { OrdersSearch } from './orders/filters/order-address.ts';
import { routeTree } from './routes.tsx';

/** Leads to the pages of the portal. */
export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** The address of the list that led to an order’s page: the way back to it. */
    ordersAddress?: OrdersSearch;
  }
}
