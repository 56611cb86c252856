import type { Locale, Translated } from '@portage/contract/locale';
import { statusName } from '@portage/contract/orders/order-status';
import { type FieldChange, readWindow } from '@portage/contract/orders/order-edits';
import type { Order } from '@portage/contract/orders/orders';
import { formatPhone } from '@portage/contract/phone';
import { deliveryServiceNames, serviceNames } from '@portage/contract/rates/services';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import { promiseOf, useOrderFormat } from '../../order/order-promise.ts';

/** The name of a code in the reader's language; the code where this build does not know it. */
const nameIn = (names: Readonly<Record<string, Translated>>, code: string, locale: Locale) =>
  names[code]?.[locale] ?? code;

/** Puts fields of an order and their values, which are texts, into words of the reader's language. */
export function useFieldText(order: Pick<Order, 'recipientAddress' | 'originAddress'>) {
  const { t } = useTranslation(['orderDetail', 'orders', 'common']);
  const locale = useLocale();
  const format = useOrderFormat(order);

  function valueOf(field: FieldChange['field'], text: string | undefined): string {
    if (text === undefined || text === '') return t('history.nothing');
    switch (field) {
      case 'recipient.phone':
        return formatPhone(text);
      case 'recipientAddress.country':
        return text === 'CA' || text === 'US' ? t(`common:country.${text}`) : text;
      case 'recipientAddress.isBusinessAddress':
        return t(text === 'true' ? 'orders:yes' : 'orders:no');
      case 'service':
        return nameIn(serviceNames, text, locale);
      case 'window': {
        const window = readWindow(text);
        const ends = { completeAfter: window?.start, completeBefore: window?.end };
        return promiseOf(ends, format) ?? text;
      }
      case 'deliveryService':
        return nameIn(deliveryServiceNames, text, locale);
      default:
        return text;
    }
  }

  return {
    nameOf: (field: FieldChange['field']) => t(`field.${field}`),
    valueOf,
    statusName: (status: string) => statusName(status, locale),
  };
}
