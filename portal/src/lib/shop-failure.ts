import { i18n } from '../i18n/i18n.ts';
import { ApiError } from './api-error.ts';
import { notifyError } from './notify.tsx';
import { queryClient } from './query-client.ts';
import { shopLinkKey } from './shop-link.ts';

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
