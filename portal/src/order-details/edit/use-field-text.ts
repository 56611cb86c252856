import { OrderStatus, orderStatuses } from '@portage/contract/order-status';
import { type FieldChange, readWindow } from '@portage/contract/order-edits';
import { formatPhone } from '@portage/contract/phone';
import { Country } from '@portage/contract/postal-code';
import {
  DeliveryService,
  deliveryServiceNames,
  Service,
  serviceNames,
} from '@portage/contract/services';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import { useMerchant } from '../../lib/merchant.ts';
import { useFormat } from '../../lib/use-format.ts';
import { promiseOf } from '../../order/order-promise.ts';

/** Puts fields of an order and their values, which are texts, into words of the reader's language. */
export function useFieldText() {
  const { t } = useTranslation(['orderDetail', 'orders', 'common']);
  const locale = useLocale();
  const format = useFormat(useMerchant().data?.timeZone);

  function valueOf(field: FieldChange['field'], text: string | undefined): string {
    if (text === undefined || text === '') return t('history.nothing');
    switch (field) {
      case 'recipient.phone':
        return formatPhone(text);
      case 'recipientAddress.country': {
        const country = Country.safeParse(text);
        return country.success ? t(`common:country.${country.data}`) : text;
      }
      case 'recipientAddress.isBusinessAddress':
        return t(text === 'true' ? 'orders:yes' : 'orders:no');
      case 'service': {
        const service = Service.safeParse(text);
        return service.success ? serviceNames[service.data][locale] : text;
      }
      case 'window': {
        const window = readWindow(text);
        const ends = { completeAfter: window?.start, completeBefore: window?.end };
        return promiseOf(ends, format) ?? text;
      }
      case 'deliveryService': {
        const service = DeliveryService.safeParse(text);
        return service.success ? deliveryServiceNames[service.data][locale] : text;
      }
      default:
        return text;
    }
  }

  return {
    nameOf: (field: FieldChange['field']) => t(`field.${field}`),
    valueOf,
    /** The name of a status; of one this build does not know, its code. */
    statusName: (status: string) => {
      const { success, data } = OrderStatus.safeParse(status);
      return success ? orderStatuses[data].name[locale] : status;
    },
  };
}
