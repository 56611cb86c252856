import type { Order } from '@portage/contract/orders';
import { deliveryTypeNames } from '@portage/contract/packages';
import { deliveryServiceNames, serviceNames } from '@portage/contract/services';
import { timeZoneOf } from '@portage/contract/time-zone';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import { useFeatureFlag } from '../../lib/feature-flag.ts';
import type { Format } from '../../lib/format.ts';
import { useFormat } from '../../lib/use-format.ts';
import { CopyText } from '../../ui/CopyText.tsx';
import { Fact } from './Fact.tsx';
import { Moment } from '../table/Moment.tsx';
import classes from './OrderDetail.module.css';
import { OrderStatusBadge } from '../table/OrderStatusBadge.tsx';
import { promiseOf } from './order-promise.ts';

interface OrderInformationProps {
  readonly order: Order;
  readonly format: Format;
}

/** What the order is, what it costs, what it promises and what came of it. */
export function OrderInformation({ order, format }: OrderInformationProps) {
  const { t } = useTranslation('orders');
  const locale = useLocale();
  // Windows are offered, and promises kept, in the time of the place the order leaves from.
  const originFormat = useFormat(timeZoneOf(order.originAddress));
  // Who ships no heavy orders has nothing to tell apart (spec 1 §6).
  const showsDeliveryType = useFeatureFlag();
  const { rateChoice, minimumAge, deliveredAt } = order;
  return (
    <div>
      <h2>{t('detail.information')}</h2>
      <dl className={classes['list']}>
        <Fact term={t('column.status')}>
          <OrderStatusBadge status={order.orderStatus} locale={locale} />{' '}
          <span className={classes['code']}>{order.orderStatus}</span>
        </Fact>
        <Fact term={t('detail.failureNotes')}>{order.failureNotes}</Fact>
        <Fact term={t('detail.trackingNumber')}>
          <CopyText text={order.trackingNumber} label={t('detail.copyTrackingNumber')} />
        </Fact>
        <Fact term={t('column.reference')}>{order.refNumber}</Fact>
        <Fact term={t('column.service')}>
          {serviceNames[order.service][locale]} ·{' '}
          {deliveryServiceNames[order.deliveryService][locale]}
        </Fact>
        <Fact term={t('detail.deliveryType')}>
          {showsDeliveryType && deliveryTypeNames[order.deliveryType][locale]}
        </Fact>
        <Fact term={t('detail.price')}>
          {rateChoice
            ? t('detail.beforeTax', { price: format.money(rateChoice.price, rateChoice.currency) })
            : t('detail.notRated')}
        </Fact>
        <Fact term={t('detail.promise')}>{promiseOf(order, originFormat)}</Fact>
        <Fact term={t('column.placedOn')}>
          <Moment at={order.createdAt} format={format} />
        </Fact>
        <Fact term={t('column.deliveredOn')}>
          {deliveredAt !== undefined && <Moment at={deliveredAt} format={format} />}
        </Fact>
        <Fact term={t('detail.signature')}>{order.signatureRequired && t('detail.required')}</Fact>
        <Fact term={t('detail.minimumAge')}>{minimumAge}</Fact>
        <Fact term={t('detail.notes')}>{order.notes}</Fact>
        <Fact term={t('detail.tags')}>
          {order.tags.length > 0 && (
            <span className={classes['tags']}>
              {order.tags.map((tag) => (
                <span key={tag} className={classes['tag']}>
                  {tag}
                </span>
              ))}
            </span>
          )}
        </Fact>
      </dl>
    </div>
  );
}
