import { i18n } from '../i18n/i18n.ts';
import { appConfig } from '../lib/app-config.ts';
import { notifyError, notifySuccess } from '../lib/notify.tsx';

/** May be relative to the portal. */
export function trackingLink(orderId: string): string {
  const base = appConfig().trackingUrl.replace(/\/$/, '');
  return new URL(`${base}/${orderId}`, window.location.origin).href;
}

/** One a line. */
export async function copyTrackingLinks(orders: readonly { readonly id: string }[]): Promise<void> {
  const links = orders.map(({ id }) => trackingLink(id)).join('\n');
  try {
    await navigator.clipboard.writeText(links);
    notifySuccess({
      about: 'shownChange',
      title: i18n.t('errors:success.trackingLinkCopied', { count: orders.length }),
    });
  } catch {
    notifyError({ title: i18n.t('errors:error.couldNotCopyLink'), message: links });
  }
}
