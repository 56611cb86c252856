import { shopLinkEndpoints } from '@portage/contract/shop/shop-link';
import { useQuery } from '@tanstack/react-query';
import { appConfig } from './app-config.ts';
import { callKey, callQuery } from './call-query.ts';
import { shopHost } from './shop-api.ts';
import { i18n } from '../i18n/i18n.ts';
import { ApiError } from './api-error.ts';
import { notifyError } from './notify.tsx';
import { queryClient } from './query-client.ts';

/** Says that the shop no longer lets Portage in (spec 1 §8), and why; the screens then ask to link again. */
export function notifyShopAuthorizationFailed(details: {
  message?: string;
  cause?: unknown;
}): void {
  notifyError({ title: i18n.t('errors:error.shopAuthorizationFailed'), ...details });
  void queryClient.invalidateQueries({ queryKey: shopLinkKey });
}

/** Says that work with the shop failed and why; a lost authorization has a notification of its own. */
export function notifyShopFailure(title: string, cause: unknown): void {
  const isLost = cause instanceof ApiError && cause.problem.code === 'shop_authorization_failed';
  if (isLost) notifyShopAuthorizationFailed({ cause });
  else notifyError({ title, cause });
}

/** Where the link of the merchant to its shop is kept among the queries. */
export const shopLinkKey = callKey(shopLinkEndpoints.get, {});

/** The link of the merchant to its online shop; none is asked for where shops cannot be linked. */
export function useShopLink() {
  return useQuery({
    ...callQuery(shopLinkEndpoints.get, {}, shopHost()),
    enabled: appConfig().shopUrl !== undefined,
    staleTime: 30_000,
    refetchOnWindowFocus: 'always',
  });
}

/** Where people administer the shop: the platform, or the pages of the development shop. */
export function shopAdminUrl(shop: string): string {
  return appConfig().developmentShop ? `/dev/shop/${shop}` : `https://${shop}/admin`;
}

/** Where people see an order of the shop. */
export function shopOrderUrl(shop: string, shopOrderId: string): string {
  const between = appConfig().developmentShop ? '#' : '/orders/';
  return `${shopAdminUrl(shop)}${between}${shopOrderId}`;
}
