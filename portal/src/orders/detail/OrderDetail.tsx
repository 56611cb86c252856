import type { Order } from '@portage/contract/orders';
import { useTranslation } from 'react-i18next';
import type { Format } from '../../lib/format.ts';
import { OrderAddresses } from './OrderAddresses.tsx';
import classes from './OrderDetail.module.css';
import { OrderInformation } from './OrderInformation.tsx';
import { OrderItems } from './OrderItems.tsx';
import { OrderPackages } from './OrderPackages.tsx';
import { OrderTracking } from '../tracking/OrderTracking.tsx';

interface OrderDetailProps {
  readonly order: Order;
  /** In the merchant's time zone. */
  readonly format: Format;
}

/** Everything about an order that a merchant asks for first. */
export function OrderDetail({ order, format }: OrderDetailProps) {
  const { t } = useTranslation('orders');
  return (
    <section
      className={classes['detail']}
      aria-label={t('detail.name', { name: order.recipient.name })}
    >
      <div className={classes['facts']}>
        <OrderInformation order={order} format={format} />
        <OrderAddresses order={order} />
        <OrderTracking order={order} format={format} />
      </div>
      <div className={classes['contents']}>
        <OrderPackages order={order} />
        <OrderItems order={order} format={format} />
      </div>
    </section>
  );
}
