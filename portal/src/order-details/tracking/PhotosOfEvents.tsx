import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './OrderTracking.module.css';
import { useShowPhotos } from '../../order/use-show-photos.ts';
import type { Order } from '@portage/contract/orders/orders';
import { PHOTO_LINK_LASTS, photoEndpoints } from '@portage/contract/orders/photos';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { callKey } from '../../lib/call-query.ts';
import { addressOf } from '../../lib/request.ts';
import type { TrackingEvent } from '@portage/contract/orders/tracking';

interface EventPhotosProps {
  readonly photos: readonly EventPhoto[];
  readonly addressOfPhoto: PhotoLinks['addressOfPhoto'];
}

/** The photos of an event or a stop, each small, and whole in a tab of its own; nothing without any. */
export function EventPhotos({ photos, addressOfPhoto }: EventPhotosProps) {
  if (photos.length === 0) return null;
  return (
    <span className={classes['photoList']}>
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

/** How long a link is in use before it is renewed, in milliseconds: whoever clicks the last one has time. */
const RENEWED_AFTER = PHOTO_LINK_LASTS / 2;

/**
 * Opens the photos of an order’s events and stops while they show. `addressOfPhoto` says under which address a
 * photo opens: undefined as long as that is not known, null when there is no such photo.
 */
export function usePhotoLinks(order: Order, isShown: boolean) {
  const { id, timelineEvents, trackingEvents, tasks } = order;
  const ofEvents = [...timelineEvents, ...trackingEvents].flatMap(photosOf);
  const paths = [...ofEvents, ...tasks.flatMap(photosOfTask)]
    .map(({ place }) => place)
    .filter(isPhotoPath);
  const links = useQuery({
    queryKey: [...callKey(photoEndpoints.listLinks, { params: { id } }), paths],
    queryFn: ({ signal }) => callApi(photoEndpoints.listLinks, { params: { id } }, { signal }),
    enabled: isShown && paths.length > 0,
    staleTime: RENEWED_AFTER,
    refetchInterval: RENEWED_AFTER,
    placeholderData: keepPreviousData,
    select: (answer) => new Map(answer.links.map(({ path, url }) => [path, addressOf(url)])),
  });

  function addressOfPhoto(place: string): string | null | undefined {
    if (!isPhotoPath(place)) return place;
    return links.data ? (links.data.get(place) ?? null) : undefined;
  }
  return {
    addressOfPhoto,
    error: links.data ? null : links.error,
    retry: () => void links.refetch(),
  };
}

/** What `usePhotoLinks` gives. */
export type PhotoLinks = ReturnType<typeof usePhotoLinks>;

/** A photo that the carrier took. */
interface EventPhoto {
  readonly kind: 'verification' | 'signature' | 'completion';
  /** Its path below the API’s base address, or its address on the web. */
  readonly place: string;
}

/** The photos of an event, those of the delivery before those of the signature. */
export function photosOf(event: TrackingEvent): EventPhoto[] {
  const { verificationPhotosUrls = [], signaturePhotosUrls = [] } = event;
  return [
    ...verificationPhotosUrls.map((place) => ({ kind: 'verification', place }) as const),
    ...signaturePhotosUrls.map((place) => ({ kind: 'signature', place }) as const),
  ].filter(canBeOpened);
}

/** The photos that the driver took at a stop. */
export function photosOfTask({ completionPhotosUrl = [] }: Order['tasks'][number]): EventPhoto[] {
  return completionPhotosUrl
    .map((place) => ({ kind: 'completion', place }) as const)
    .filter(canBeOpened);
}

const canBeOpened = ({ place }: EventPhoto) => isPhotoPath(place) || isOnTheWeb(place);

const PHOTO_PATH = new RegExp(
  `^${photoEndpoints.get.path.replaceAll(/\{\w+\}/g, '[0-9a-f-]{36}')}$`,
);

/** Whether a photo is kept by Portage: its path needs the session, so that a browser cannot open it. */
export const isPhotoPath = (place: string): boolean => PHOTO_PATH.test(place);

/** Other systems of the carrier name addresses: one that would do anything but open a page is none. */
function isOnTheWeb(place: string): boolean {
  const protocol = URL.parse(place)?.protocol;
  return protocol === 'https:' || protocol === 'http:';
}

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
