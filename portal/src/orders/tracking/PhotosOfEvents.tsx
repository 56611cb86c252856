import { Button } from '@mantine/core';
import type { TrackingEvent } from '@portage/contract/tracking';
import { useTranslation } from 'react-i18next';
import { photosOf } from './event-photos.ts';
import classes from './OrderTracking.module.css';
import type { PhotoLinks } from './use-photo-links.ts';
import { useShowPhotos } from './use-show-photos.ts';

interface PhotosOfEventsProps {
  readonly events: readonly TrackingEvent[];
  readonly photos: PhotoLinks;
}

/** Says that there are photos while they do not show, that there are none, or why they cannot show. */
export function PhotosOfEvents({ events, photos }: PhotosOfEventsProps) {
  const { t } = useTranslation(['orderTracking', 'common']);
  const [showsPhotos, setShowsPhotos] = useShowPhotos();
  const count = events.flatMap(photosOf).length;
  if (count === 0) {
    return showsPhotos && <div className={classes['photos']}>{t('photos.none')}</div>;
  }
  if (showsPhotos && photos.error) {
    return (
      <div className={classes['photos']} role="alert">
        {t('photos.failed')} {photos.error.message}
        <Button size="compact-sm" variant="default" onClick={photos.retry}>
          {t('common:tryAgain')}
        </Button>
      </div>
    );
  }
  return (
    <div className={classes['photos']}>
      <Button
        size="compact-sm"
        variant="subtle"
        mx={-8}
        onClick={() => setShowsPhotos(!showsPhotos)}
      >
        {showsPhotos ? t('photos.hide') : t('photos.show', { count })}
      </Button>
    </div>
  );
}
