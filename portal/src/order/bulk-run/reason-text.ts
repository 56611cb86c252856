import { errorCatalogue } from '@portage/contract/errors';
import { fillText, type Locale } from '@portage/contract/locale';
import { orderStatuses } from '@portage/contract/orders/order-status';
import { currentLocale, i18n } from '../../i18n/i18n.ts';
import { notifyError } from '../../lib/notify.tsx';
import type { Skipped } from './split-by-permission.ts';

/** Why an order is skipped, in the catalogue's words. */
export function reasonText({ order, reason }: Skipped, locale: Locale): string {
  const status = orderStatuses[order.orderStatus].name[locale];
  return fillText(errorCatalogue[reason].detail[locale], { status });
}

/** Says why an order cannot be edited. */
export function tellNotEditable(skipped: Skipped): void {
  const message = reasonText(skipped, currentLocale());
  notifyError({ title: i18n.t('errors:error.couldNotUpdateOrder'), message });
}
