import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { EventPhoto } from './event-photos.ts';
import classes from './OrderTracking.module.css';
import type { PhotoLinks } from './use-photo-links.ts';
import { useShowPhotos } from '../../order/use-show-photos.ts';

interface PhotosOfEventsProps {
  /** Those of the events that are listed. */
  readonly photos: readonly EventPhoto[];
  readonly links: PhotoLinks;
}

/** Says that there are photos while they do not show, that there are none, or why they cannot show. */
export function PhotosOfEvents({ photos, links }: PhotosOfEventsProps) {
  const { t } = useTranslation(['orderTracking', 'common']);
  const [showsPhotos, setShowsPhotos] = useShowPhotos();
  const count = photos.length;
  if (count === 0) {
    return showsPhotos && <div className={classes['photos']}>{t('photos.none')}</div>;
  }
  if (showsPhotos && links.error) {
    return (
      <div className={classes['photos']} role="alert">
        {t('photos.failed')} {links.error.message}
        <Button size="compact-sm" variant="default" onClick={links.retry}>
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
