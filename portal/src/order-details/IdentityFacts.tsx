import type { Order } from '@portage/contract/orders/orders';
import { deliveryTypeNames } from '@portage/contract/orders/packages';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../i18n/use-locale.ts';
import { useFeatureFlag } from '../lib/feature-flag.ts';
import type { Format } from '../lib/format.ts';
import { CopyText } from '../ui/CopyText.tsx';
import { Timestamp } from '../lib/Timestamp.tsx';
import { OrderStatusBadge } from '../order/OrderStatusBadge.tsx';
import { Fact } from './Fact.tsx';
import classes from './OrderDetail.module.css';

interface IdentityFactsProps {
  readonly order: Order;
  readonly format: Format;
}

/** What the order is, and where it stands. */
export function IdentityFacts({ order, format }: IdentityFactsProps) {
  const { t } = useTranslation(['orderDetail', 'orders']);
  const locale = useLocale();
  // Who ships no heavy orders has nothing to tell apart (spec 1 §6).
  const showsDeliveryType = useFeatureFlag();
  return (
    <div>
      <h2>{t('group.order')}</h2>
      <dl className={classes['list']}>
        <Fact term={t('orders:column.status')}>
          <OrderStatusBadge status={order.orderStatus} locale={locale} />{' '}
          <span className={classes['code']}>{order.orderStatus}</span>
        </Fact>
        <Fact term={t('orders:detail.failureNotes')}>{order.failureNotes}</Fact>
        <Fact term={t('orders:detail.trackingNumber')}>
          <CopyText text={order.trackingNumber} label={t('orders:detail.copyTrackingNumber')} />
        </Fact>
        <Fact term={t('orders:column.reference')}>
          {order.refNumber && <CopyText text={order.refNumber} label={t('copy.reference')} />}
        </Fact>
        <Fact term={t('displayName')}>{order.merchantDisplayName}</Fact>
        <Fact term={t('orders:detail.deliveryType')}>
          {showsDeliveryType && deliveryTypeNames[order.deliveryType][locale]}
        </Fact>
        <Fact term={t('orders:column.placedOn')}>
          <Timestamp at={order.createdAt} format={format} />
        </Fact>
      </dl>
      <details className={classes['more']}>
        <summary>{t('moreFacts')}</summary>
        <dl className={classes['list']}>
          <Fact term={t('createdBy')}>{order.createdBy}</Fact>
          <Fact term={t('sourceName')}>{t(`source.${order.source}`)}</Fact>
          <Fact term={t('modified')}>
            <Timestamp at={order.modified} format={format} />
          </Fact>
          <Fact term={t('orderId')}>
            <CopyText text={order.id} label={t('copy.orderId')} />
          </Fact>
          <Fact term={t('merchantId')}>
            <CopyText text={order.merchantId} label={t('copy.merchantId')} />
          </Fact>
        </dl>
      </details>
    </div>
  );
}
