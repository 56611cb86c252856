import { OrderStatus, orderStatuses } from '@portage/contract/order-status';
import type { Order } from '@portage/contract/orders';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import type { Format } from '../../lib/format.ts';
import { photosOf } from './event-photos.ts';
import { EventPhotos } from './EventPhotos.tsx';
import { latestEvents } from './latest-events.ts';
import { Moment } from '../table/Moment.tsx';
import classes from './OrderTracking.module.css';
import { useShowPhotos } from './use-show-photos.ts';

interface OrderTrackingProps {
  readonly order: Order;
  readonly format: Format;
}

/** The last events of the order, the newest first, with their photos when these show (spec 1 §2). */
export function OrderTracking({ order, format }: OrderTrackingProps) {
  const { t } = useTranslation('orders');
  const locale = useLocale();
  const [showsPhotos] = useShowPhotos();
  const events = latestEvents(order);
  const nameOf = (event: string) => {
    const status = OrderStatus.safeParse(event);
    return status.success ? orderStatuses[status.data].name[locale] : event;
  };
  return (
    <div>
      <h2>{t('detail.timeline')}</h2>
      <ol className={classes['timeline']}>
        {events.map((event) => (
          <li key={`${event.event} ${event.timestamp}`}>
            <span title={event.event}>{nameOf(event.event)}</span>
            <span className={classes['when']}>
              <Moment at={event.timestamp} format={format} />
              {event.location && ` · ${event.location.city}`}
            </span>
            {showsPhotos && <EventPhotos event={event} />}
          </li>
        ))}
      </ol>
      {showsPhotos && events.every((event) => photosOf(event).length === 0) && (
        <p className={classes['noPhotos']}>{t('detail.noPhotos')}</p>
      )}
    </div>
  );
}
