import type { Order } from '@portage/contract/orders/orders';
import { orderCan } from '@portage/contract/orders/order-permissions';
import { summaryOf } from '@portage/contract/orders/order-selection';
import { rateWords } from '@portage/contract/rates/rate-words';
import { deliveryServiceNames, serviceNames } from '@portage/contract/rates/services';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../i18n/use-locale.ts';
import { useFeatureFlag } from '../lib/feature-flag.ts';
import type { Format } from '../lib/format.ts';
import { EditableGroup } from './edit/EditableGroup.tsx';
import { Timestamp } from '../lib/Timestamp.tsx';
import { Fact } from './Fact.tsx';
import classes from './OrderDetail.module.css';
import { estimateOf, originalPromiseOf } from '../order/order-promise.ts';

interface DeliveryFactsProps {
  readonly order: Order;
  readonly format: Format;
}

/** How and when the order is delivered, at which price, and what came of it. */
export function DeliveryFacts({ order, format }: DeliveryFactsProps) {
  const { t } = useTranslation(['orderDetail', 'orders']);
  const locale = useLocale();
  // The delivery service can be chosen by who may ship heavy orders (spec 1 §6).
  const canChooseDeliveryService = useFeatureFlag();
  const canBeEdited = canChooseDeliveryService || orderCan.chooseService(summaryOf(order));
  const { rateChoice } = order;
  const words = rateChoice && rateWords(rateChoice, locale);
  const timestamp = (at: number | undefined) =>
    at !== undefined && <Timestamp at={at} format={format} />;

  return (
    <EditableGroup
      order={order}
      group="delivery"
      title={t('group.delivery')}
      isOffered={canBeEdited}
    >
      <dl className={classes['list']}>
        <Fact term={t('orders:column.service')}>{serviceNames[order.service][locale]}</Fact>
        <Fact term={t('field.deliveryService')}>
          {deliveryServiceNames[order.deliveryService][locale]}
        </Fact>
        <Fact term={t('orders:detail.price')}>
          {rateChoice
            ? t('orders:detail.beforeTax', {
                price: format.money(rateChoice.price, rateChoice.currency),
              })
            : t('orders:detail.notRated')}
        </Fact>
        <Fact term={t('rate')}>{words && `${words.name} – ${words.description}`}</Fact>
        <Fact term={t('originalPromise')}>{originalPromiseOf(order, format)}</Fact>
        <Fact term={t('estimate')}>{estimateOf(order, format)}</Fact>
        <Fact term={t('orders:detail.signature')}>
          {order.signatureRequired && t('orders:detail.required')}
        </Fact>
        <Fact term={t('orders:detail.minimumAge')}>{order.minimumAge}</Fact>
        <Fact term={t('scanning')}>{order.scanningRequired && t('scanningRequired')}</Fact>
        <Fact term={t('labelPrintedAt')}>{timestamp(order.labelPrintedAt)}</Fact>
        <Fact term={t('pickupReadyAt')}>{timestamp(order.pickupReadyAt)}</Fact>
        <Fact term={t('outForDeliveryAt')}>{timestamp(order.outForDeliveryAt)}</Fact>
        <Fact term={t('orders:column.deliveredOn')}>{timestamp(order.deliveredAt)}</Fact>
        <Fact term={t('failedAt')}>{timestamp(order.failedAt)}</Fact>
      </dl>
    </EditableGroup>
  );
}
