import { fillText, type Locale } from '@portage/contract/locale';
import { orderErrors } from '@portage/contract/orders/order-errors';
import { orderStatuses } from '@portage/contract/orders/order-status';
import { currentLocale, i18n } from '../../i18n/i18n.ts';
import { notifyError } from '../../lib/notify.tsx';
import type { Skipped } from './bulk-action.ts';

export function reasonText({ order, reason }: Skipped, locale: Locale): string {
  const status = orderStatuses[order.orderStatus].name[locale];
  return fillText(orderErrors[reason].detail[locale], { status });
}

export function tellNotEditable(skipped: Skipped): void {
  const message = reasonText(skipped, currentLocale());
  notifyError({ title: i18n.t('errors:error.couldNotUpdateOrder'), message });
}
