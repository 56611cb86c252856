import type { Locale } from '@portage/contract/locale';
import type { Order } from '@portage/contract/orders/orders';
import { orderPage } from '../tracking/order-page.ts';
import { trackingContent } from '../tracking/tracking-content.ts';
import { merchantProfile } from './make-merchant.ts';

/** Thursday, four in the afternoon in Toronto. */
export const NOW = Date.UTC(2026, 5, 4, 20);

/** The page of an order, with links to photos that are at least as long as real ones. */
export function pageOf(order: Order, locale: Locale = 'en', merchant = merchantProfile()): string {
  return orderPage(trackingContent(order, merchant), {
    locale,
    sitePath: '/track',
    now: NOW,
    linkOf: (path) => `/api/photos/${'x'.repeat(140)}${path.length}`,
  });
}

export const textOf = (page: string): string =>
  page.replaceAll(/<(style|script)>.*?<\/\1>/gs, '').replaceAll(/<[^>]*>/g, ' ');
