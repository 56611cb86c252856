import { shopLinkEndpoints } from '@portage/contract/shop/shop-link';
import { useQuery } from '@tanstack/react-query';
import { appConfig } from './app-config.ts';
import { callKey, callQuery } from './call-query.ts';
import { shopHost } from './shop-api.ts';

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
