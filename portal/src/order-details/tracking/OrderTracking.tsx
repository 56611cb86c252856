import { Button, Modal, NativeSelect, Tabs } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHistory, IconPlayerPlay, IconExternalLink } from '@tabler/icons-react';
import { useMutation, keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Locale } from '@portage/contract/locale';
import { exactStatusName, statusName } from '@portage/contract/orders/order-status';
import {
  type Order,
  type TrackingEvent,
  SCANNED,
  scannedName,
} from '@portage/contract/orders/orders';
import { PHOTO_LINK_LASTS, photoEndpoints } from '@portage/contract/orders/photos';
import { simulationEndpoints } from '@portage/contract/orders/simulation';
import { toMillis } from '@portage/contract/time';
import { useLocale, useTranslation } from '../../i18n/i18n.ts';
import { callApi } from '../../lib/api.ts';
import { appConfig } from '../../lib/app-config.ts';
import { callKey } from '../../lib/call-query.ts';
import { notifyError, notifySuccess } from '../../lib/notify.tsx';
import { addressOf } from '../../lib/request.ts';
import { Timestamp } from '../../lib/Timestamp.tsx';
import { useShowPhotos } from '../../lib/use-on-device.ts';
import { useOrderFormat } from '../../order/order-promise.ts';
import { trackingLink } from '../../order/page-actions.ts';
import { CopyIcon } from '../../ui/CopyText.tsx';
import { Hint } from '../../ui/Hint.tsx';
import { keyed } from '../../ui/keyed.ts';
import { softDisabled } from '../../ui/pressed-once.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import classes from './OrderTracking.module.css';

/** Spec 1 §9. */
const SHOWN_EVENTS = 5;

interface Timeline {
  readonly trackingNumber: string;
  /** Newest first, in milliseconds. */
  readonly events: readonly TrackingEvent[];
}

/** Newest first, in milliseconds. */
export function latestEvents(order: Pick<Order, 'timelineEvents'>): TrackingEvent[] {
  return newestFirst(order.timelineEvents).slice(0, SHOWN_EVENTS);
}

export function orderTimeline(order: Pick<Order, 'trackingNumber' | 'timelineEvents'>): Timeline {
  return { trackingNumber: order.trackingNumber, events: newestFirst(order.timelineEvents) };
}

/** Includes packages removed by an edit. */
export function packageTimelines(order: Pick<Order, 'packages' | 'trackingEvents'>): Timeline[] {
  const events = Map.groupBy(order.trackingEvents, ({ trackingNumber }) => trackingNumber);
  const numbers = order.packages.map(({ trackingNumber }) => trackingNumber);
  return [...new Set([...numbers, ...events.keys()])].map((trackingNumber) => ({
    trackingNumber,
    events: newestFirst(events.get(trackingNumber) ?? []),
  }));
}

/** Returns the name of the status, or the carrier's own. */
export function eventName({ event }: Pick<TrackingEvent, 'event'>, locale: Locale): string {
  return event === SCANNED ? scannedName[locale] : statusName(event, locale);
}

/** Counts equal events from the oldest. */
export function eventKeys(events: readonly TrackingEvent[]): string[] {
  const textOf = ({ event, timestamp, trackingNumber }: TrackingEvent) =>
    `${event} ${timestamp} ${trackingNumber}`;
  return keyed(events.toReversed(), textOf)
    .map(({ key }) => key)
    .toReversed();
}

/** Documents have the oldest first. */
function newestFirst(events: readonly TrackingEvent[]): TrackingEvent[] {
  return events
    .map((event) => ({ ...event, timestamp: toMillis(event.timestamp) }))
    .toReversed()
    .sort((one, other) => other.timestamp - one.timestamp);
}

interface EventPhotosProps {
  readonly photos: readonly EventPhoto[];
  readonly addressOfPhoto: PhotoLinks['addressOfPhoto'];
}

/** Opens each photo in a tab. */
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

/** Shows the name in the same space where there is no address. */
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

/** Milliseconds, so that a click still finds it valid. */
const RENEWED_AFTER = PHOTO_LINK_LASTS / 2;

/** `addressOfPhoto` is undefined while loading, null for a missing photo. */
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

type PhotoLinks = ReturnType<typeof usePhotoLinks>;

interface EventPhoto {
  readonly kind: 'verification' | 'signature' | 'completion';
  /** Path below the API's base address, or web address. */
  readonly place: string;
}

/** Delivery before signature. */
export function photosOf(event: TrackingEvent): EventPhoto[] {
  const { verificationPhotosUrls = [], signaturePhotosUrls = [] } = event;
  return [
    ...verificationPhotosUrls.map((place) => ({ kind: 'verification', place }) as const),
    ...signaturePhotosUrls.map((place) => ({ kind: 'signature', place }) as const),
  ].filter(canBeOpened);
}

export function photosOfTask({ completionPhotosUrl = [] }: Order['tasks'][number]): EventPhoto[] {
  return completionPhotosUrl
    .map((place) => ({ kind: 'completion', place }) as const)
    .filter(canBeOpened);
}

const canBeOpened = ({ place }: EventPhoto) => isPhotoPath(place) || isOnTheWeb(place);

const PHOTO_PATH = new RegExp(
  `^${photoEndpoints.get.path.replaceAll(/\{\w+\}/g, '[0-9a-f-]{36}')}$`,
);

/** Matches paths that need the session. */
export const isPhotoPath = (place: string): boolean => PHOTO_PATH.test(place);

function isOnTheWeb(place: string): boolean {
  return URL.canParse(place) && ['https:', 'http:'].includes(new URL(place).protocol);
}

interface PhotosOfEventsProps {
  readonly photos: readonly EventPhoto[];
  readonly links: PhotoLinks;
}

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

interface EventListProps {
  readonly order: Order;
  /** Events of another number, such as a package's, show it. */
  readonly of: string;
  /** In milliseconds. */
  readonly events: readonly TrackingEvent[];
  readonly photos: PhotoLinks | undefined;
}

/** Tooltips have the exact status. */
function EventList({ order, of, events, photos }: EventListProps) {
  const locale = useLocale();
  const format = useOrderFormat(order);
  // Stable keys, so that a new event reloads no photo.
  const keys = eventKeys(events);
  return (
    <ol className={classes['events']}>
      {events.map((event, index) => (
        <li key={keys[index]}>
          <span title={exactStatusName(event.event, locale)}>{eventName(event, locale)}</span>
          <span className={classes['when']}>
            <span>
              <Timestamp at={event.timestamp} format={format} />
              {event.location && ` · ${event.location.city}`}
            </span>
            {event.trackingNumber !== of && (
              <span className={classes['number']}>{event.trackingNumber}</span>
            )}
          </span>
          {photos && (
            <EventPhotos photos={photosOf(event)} addressOfPhoto={photos.addressOfPhoto} />
          )}
        </li>
      ))}
    </ol>
  );
}

/** Opens the tracking page, or copies its address (spec 1 §2). */
function TrackingLink({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation('orderTracking');
  const address = trackingLink(orderId);
  return (
    <span className={classes['link']}>
      <Button
        component="a"
        href={address}
        target="_blank"
        rel="noreferrer"
        size="compact-sm"
        variant="default"
        className={classes['open'] ?? ''}
        leftSection={<IconExternalLink size={16} aria-hidden />}
        title={t('link.help')}
      >
        {t('link.open')}
      </Button>
      <CopyIcon
        text={address}
        label={t('link.copy')}
        variant="default"
        size={26}
        className={classes['copy'] ?? ''}
      />
    </span>
  );
}

/** More packages get a list. */
const MOST_TABS = 8;

interface TimelinesProps {
  readonly order: Order;
  readonly photos: PhotoLinks;
}

/** All events of the order and its packages (spec 1 §2). */
function Timelines({ order, photos }: TimelinesProps) {
  const { t } = useTranslation('orderTracking');
  const [showsPhotos] = useShowPhotos();
  const [chosen, setChosen] = useState(order.trackingNumber);
  const timelines = [orderTimeline(order), ...packageTimelines(order)];
  const shown = timelines.find(({ trackingNumber }) => trackingNumber === chosen) ?? timelines[0];
  const nameOf = (index: number) =>
    index === 0 ? t('timeline.order') : t('timeline.package', { ordinal: index });
  if (!shown) return null;

  const events = (
    <>
      <p className={classes['number']}>{shown.trackingNumber}</p>
      <PhotosOfEvents photos={shown.events.flatMap(photosOf)} links={photos} />
      {shown.events.length === 0 ? (
        <p className={classes['none']}>{t('timeline.none')}</p>
      ) : (
        <EventList
          order={order}
          of={shown.trackingNumber}
          events={shown.events}
          photos={showsPhotos ? photos : undefined}
        />
      )}
    </>
  );
  if (timelines.length > MOST_TABS + 1) {
    return (
      <>
        <NativeSelect
          label={t('timeline.choose')}
          value={shown.trackingNumber}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={timelines.map(({ trackingNumber }, index) => ({
            value: trackingNumber,
            label: `${nameOf(index)} · ${trackingNumber}`,
          }))}
          mb="sm"
          data-autofocus
        />
        {events}
      </>
    );
  }
  return (
    <Tabs value={shown.trackingNumber} onChange={(number) => number !== null && setChosen(number)}>
      <Tabs.List mb="sm" aria-label={t('timeline.choose')}>
        {timelines.map(({ trackingNumber }, index) => (
          <Tabs.Tab key={trackingNumber} value={trackingNumber} title={trackingNumber}>
            {nameOf(index)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown.trackingNumber}>{events}</Tabs.Panel>
    </Tabs>
  );
}

/** Demo: the simulator delivers a ready order while the user watches. */
function SimulateDelivery({ order }: { readonly order: Order }) {
  const { t } = useTranslation('orderTracking');
  const { mutate, variables, isError } = useMutation({
    mutationFn: ({ id }: Order) => callApi(simulationEndpoints.start, { params: { id } }),
    onSuccess: () =>
      notifySuccess({
        about: 'orders',
        title: t('simulate.started'),
        message: t('simulate.watch'),
      }),
    onError: (cause) => notifyError({ title: t('simulate.failed'), cause }),
  });
  const isReady = order.orderStatus === 'PICKUP_READY';
  // The order stays ready until the simulator has reached it.
  const isUnderWay = isReady && variables?.id === order.id && !isError;
  const isDisabled = !isReady || isUnderWay;
  return (
    <Hint label={t(isReady ? 'simulate.started' : 'simulate.notReady')} disabled={!isDisabled}>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPlayerPlay size={16} aria-hidden />}
        {...softDisabled(isDisabled)}
        onClick={() => isDisabled || mutate(order)}
      >
        {t('simulate.button')}
      </Button>
    </Hint>
  );
}

/** Newest first (spec 1 §2). */
export function OrderTracking({ order }: { readonly order: Order }) {
  const { t } = useTranslation('orderTracking');
  const [showsPhotos] = useShowPhotos();
  const photos = usePhotoLinks(order, showsPhotos);
  const isMobile = useIsMobile();
  const [isOpen, timeline] = useDisclosure();
  const events = latestEvents(order);
  return (
    <div className={classes['tracking']}>
      <h2>{t('title')}</h2>
      <EventList
        order={order}
        of={order.trackingNumber}
        events={events}
        photos={showsPhotos ? photos : undefined}
      />
      <PhotosOfEvents photos={events.flatMap(photosOf)} links={photos} />
      <div className={classes['buttons']}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconHistory size={16} aria-hidden />}
          onClick={timeline.open}
        >
          {t('viewAll')}
        </Button>
        <TrackingLink orderId={order.id} />
        {appConfig().demo && <SimulateDelivery order={order} />}
      </div>
      <Modal
        opened={isOpen}
        onClose={timeline.close}
        title={t('timeline.title', { name: order.recipient.name })}
        size={720}
        fullScreen={isMobile}
        closeButtonProps={{ 'aria-label': t('timeline.close') }}
      >
        <Timelines order={order} photos={photos} />
      </Modal>
    </div>
  );
}
