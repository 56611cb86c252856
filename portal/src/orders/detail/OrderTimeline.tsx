import { OrderStatus, orderStatuses } from '@portage/contract/order-status';
import type { Order } from '@portage/contract/orders';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import type { Format } from '../../lib/format.ts';
import { latestEvents } from './latest-events.ts';
import { Moment } from '../table/Moment.tsx';
import classes from './OrderTimeline.module.css';

interface OrderTimelineProps {
  readonly order: Order;
  readonly format: Format;
}

/** The last events of the order, the newest first (spec 1 §2). */
export function OrderTimeline({ order, format }: OrderTimelineProps) {
  const { t } = useTranslation('orders');
  const locale = useLocale();
  const nameOf = (event: string) => {
    const status = OrderStatus.safeParse(event);
    return status.success ? orderStatuses[status.data].name[locale] : event;
  };
  return (
    <div>
      <h2>{t('detail.timeline')}</h2>
      <ol className={classes['timeline']}>
        {latestEvents(order).map(({ event, timestamp, location }) => (
          <li key={`${event} ${timestamp}`}>
            <span title={event}>{nameOf(event)}</span>
            <span className={classes['when']}>
              <Moment at={timestamp} format={format} />
              {location && ` · ${location.city}`}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
