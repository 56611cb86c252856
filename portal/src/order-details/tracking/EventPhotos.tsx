import { useTranslation } from 'react-i18next';
import type { EventPhoto } from './event-photos.ts';
import classes from './EventPhotos.module.css';
import type { PhotoLinks } from './use-photo-links.ts';

interface EventPhotosProps {
  readonly photos: readonly EventPhoto[];
  readonly addressOfPhoto: PhotoLinks['addressOfPhoto'];
}

/** The photos of an event or a stop, each small, and whole in a tab of its own; nothing without any. */
export function EventPhotos({ photos, addressOfPhoto }: EventPhotosProps) {
  if (photos.length === 0) return null;
  return (
    <span className={classes['photos']}>
      {photos.map((photo) => (
        <Photo key={photo.place} kind={photo.kind} address={addressOfPhoto(photo.place)} />
      ))}
    </span>
  );
}

interface PhotoProps extends Pick<EventPhoto, 'kind'> {
  readonly address: string | null | undefined;
}

/** A photo; until its address is known, and when it has none, its name in the same room. */
function Photo({ kind, address }: PhotoProps) {
  const { t } = useTranslation('orderTracking');
  const name = t(`photo.${kind}`);
  if (typeof address !== 'string') {
    return (
      <span className={classes['photo']} data-missing={address === null}>
        {address === null ? t('photo.gone') : name}
      </span>
    );
  }
  return (
    <a className={classes['photo']} href={address} target="_blank" rel="noreferrer" title={name}>
      <img src={address} alt={name} loading="lazy" referrerPolicy="no-referrer" />
    </a>
  );
}
