import type { TrackingEvent } from '@portage/contract/tracking';
import { useTranslation } from 'react-i18next';
import { photosOf } from './event-photos.ts';
import classes from './EventPhotos.module.css';

/** The photos of an event, each small, and whole in a tab of its own; nothing when it has none. */
export function EventPhotos({ event }: { readonly event: TrackingEvent }) {
  const { t } = useTranslation('orders');
  const photos = photosOf(event);
  if (photos.length === 0) return null;
  return (
    <span className={classes['photos']}>
      {photos.map(({ kind, url }) => (
        <a key={url} href={url} target="_blank" rel="noreferrer" title={t(`detail.photo.${kind}`)}>
          <img
            src={url}
            alt={t(`detail.photo.${kind}`)}
            loading="lazy"
            referrerPolicy="no-referrer"
          />
        </a>
      ))}
    </span>
  );
}
