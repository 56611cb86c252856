import type { TrackingEvent } from '@portage/contract/orders/tracking';
import { useLocale } from '../../i18n/use-locale.ts';
import type { Format } from '../../lib/format.ts';
import { Timestamp } from '../../lib/Timestamp.tsx';
import classes from './EventList.module.css';
import { photosOf } from './event-photos.ts';
import { EventPhotos } from './EventPhotos.tsx';
import { eventKeys, eventName } from './order-events.ts';
import type { PhotoLinks } from './use-photo-links.ts';

interface EventListProps {
  /** With timestamps in milliseconds. */
  readonly events: readonly TrackingEvent[];
  readonly format: Format;
  /** Undefined while photos do not show. */
  readonly photos: PhotoLinks | undefined;
}

/** Events in their sequence; the exact status of each is in its tooltip. */
export function EventList({ events, format, photos }: EventListProps) {
  const locale = useLocale();
  // What a new event pushes down is not drawn anew, nor are its photos loaded again.
  const keys = eventKeys(events);
  return (
    <ol className={classes['events']}>
      {events.map((event, index) => (
        <li key={keys[index]}>
          <span title={event.event}>{eventName(event, locale)}</span>
          <span className={classes['when']}>
            <span>
              <Timestamp at={event.timestamp} format={format} />
              {event.location && ` · ${event.location.city}`}
            </span>
            <span className={classes['number']}>{event.trackingNumber}</span>
          </span>
          {photos && (
            <EventPhotos photos={photosOf(event)} addressOfPhoto={photos.addressOfPhoto} />
          )}
        </li>
      ))}
    </ol>
  );
}
