import { useWindowEvent } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { AnswerOf, CallOf, Endpoint } from '@portage/contract/endpoint';
import { shopLinkEndpoints } from '@portage/contract/shop/shop-link';
import { translate } from '../i18n/i18n.ts';
import { ApiError } from './api-error.ts';
import { callApi } from './api.ts';
import { appConfig } from './app-config.ts';
import { callKey, callQuery } from './call-query.ts';
import { notifyError } from './notify.tsx';
import { queryClient } from './query-client.ts';
import type { CallOptions } from './request.ts';

export const shopHost = (): CallOptions => ({ base: appConfig().shopUrl ?? '/shop' });

export function callShop<E extends Endpoint>(
  endpoint: E,
  call: CallOf<E>,
  options: CallOptions = {},
): Promise<AnswerOf<E>> {
  return callApi(endpoint, call, { ...shopHost(), ...options });
}

/** The screens then offer to link again (spec 1 §8). */
export function notifyShopAuthorizationFailed(details: {
  message?: string;
  cause?: unknown;
}): void {
  notifyError({ title: translate('errors:error.shopAuthorizationFailed'), ...details });
  void queryClient.invalidateQueries({ queryKey: shopLinkKey });
}

export function notifyShopFailure(title: string, cause: unknown): void {
  const isLost = cause instanceof ApiError && cause.problem.code === 'shop_authorization_failed';
  if (isLost) notifyShopAuthorizationFailed({ cause });
  else notifyError({ title, cause });
}

export const shopLinkKey = callKey(shopLinkEndpoints.get, {});

/** Asks nothing where shops cannot be linked. */
export function useShopLink() {
  return useQuery({
    ...callQuery(shopLinkEndpoints.get, {}, shopHost()),
    enabled: appConfig().shopUrl !== undefined,
    staleTime: 30_000,
    refetchOnWindowFocus: 'always',
  });
}

/** Opens the shop's consent page; stops waiting when Back restores this page. */
export function useShopConsent<Input = void>(
  ask: (input: Input) => Promise<{ readonly redirectUrl: string }>,
  onError?: (cause: Error) => void,
) {
  const consent = useMutation({
    mutationFn: ask,
    onSuccess: ({ redirectUrl }) => window.location.assign(redirectUrl),
    ...(onError && { onError }),
  });
  useWindowEvent('pageshow', ({ persisted }) => {
    if (persisted) consent.reset();
  });
  return { ...consent, isLeaving: consent.isPending || consent.isSuccess };
}

/** Returns a page of the platform, or of the development shop. */
export function shopAdminUrl(shop: string): string {
  return appConfig().developmentShop ? `/dev/shop/${shop}` : `https://${shop}/admin`;
}

export function shopOrderUrl(shop: string, shopOrderId: string): string {
  const between = appConfig().developmentShop ? '#' : '/orders/';
  return `${shopAdminUrl(shop)}${between}${shopOrderId}`;
}
