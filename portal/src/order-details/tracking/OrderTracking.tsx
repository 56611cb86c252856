import { Button, Modal, NativeSelect, Tabs, ActionIcon, CopyButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Order } from '@portage/contract/orders/orders';
import {
  IconHistory,
  IconPlayerPlay,
  IconCheck,
  IconCopy,
  IconExternalLink,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { appConfig } from '../../lib/app-config.ts';
import type { Format } from '../../lib/format.ts';
import {
  photosOf,
  PhotosOfEvents,
  usePhotoLinks,
  type PhotoLinks,
  EventPhotos,
} from './PhotosOfEvents.tsx';
import {
  latestEvents,
  orderTimeline,
  packageTimelines,
  eventKeys,
  eventName,
} from './order-events.ts';
import classes from './OrderTracking.module.css';
import { useShowPhotos } from '../../order/use-show-photos.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { simulationEndpoints } from '@portage/contract/orders/simulation';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { notifyError, notifySuccess } from '../../lib/notify.tsx';
import { Hint } from '../../ui/Hint.tsx';
import { useState } from 'react';
import '@mantine/core/styles/Tabs.layer.css';
import type { TrackingEvent } from '@portage/contract/orders/tracking';
import { useLocale } from '../../i18n/use-locale.ts';
import { Timestamp } from '../../lib/Timestamp.tsx';

interface EventListProps {
  /** With timestamps in milliseconds. */
  readonly events: readonly TrackingEvent[];
  readonly format: Format;
  /** Undefined while photos do not show. */
  readonly photos: PhotoLinks | undefined;
}

/** Events in their sequence; the exact status of each is in its tooltip. */
function EventList({ events, format, photos }: EventListProps) {
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

/** Opens the page on which the recipient follows an order, or copies its address (spec 1 §2). */
function TrackingLink({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation(['orderTracking', 'common']);
  const address = trackingAddress(appConfig().trackingUrl, orderId);
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
      <CopyButton value={address}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="default"
            size={26}
            className={classes['copy'] ?? ''}
            onClick={copy}
            aria-label={copied ? t('common:notification.copied') : t('link.copy')}
            title={t('link.copy')}
          >
            {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          </ActionIcon>
        )}
      </CopyButton>
    </span>
  );
}

/** Where an order is followed without signing in; `trackingUrl` may be rooted at the portal’s address. */
function trackingAddress(trackingUrl: string, orderId: string): string {
  return new URL(`${trackingUrl.replace(/\/$/, '')}/${orderId}`, window.location.origin).href;
}

/** The most packages that have tabs; an order may have 99, which are easier chosen from a list. */
const MOST_TABS = 8;

interface TimelinesProps {
  readonly order: Order;
  readonly format: Format;
  readonly photos: PhotoLinks;
}

/** The timeline of the order and one of each package, of which one shows. */
function Timelines({ order, format, photos }: TimelinesProps) {
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
      <PhotosOfEvents photos={shown.events.flatMap(photosOf)} links={photos} />
      {shown.events.length === 0 ? (
        <p className={classes['none']}>{t('timeline.none')}</p>
      ) : (
        <EventList
          events={shown.events}
          format={format}
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

/** In a demo: has the simulator pick a ready order up and deliver it, while one watches. */
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
        aria-disabled={isDisabled}
        data-disabled={isDisabled}
        onClick={() => isDisabled || mutate(order)}
      >
        {t('simulate.button')}
      </Button>
    </Hint>
  );
}

interface FullTimelineProps {
  readonly order: Order;
  readonly format: Format;
  readonly photos: PhotoLinks;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Everything that happened to an order and to each of its packages (spec 1 §2). */
function FullTimeline({ order, isOpen, onClose, ...shown }: FullTimelineProps) {
  const { t } = useTranslation('orderTracking');
  const isMobile = useIsMobile();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('timeline.title', { name: order.recipient.name })}
      size={720}
      fullScreen={isMobile}
      closeButtonProps={{ 'aria-label': t('timeline.close') }}
      transitionProps={{ duration: 0 }}
    >
      <Timelines order={order} {...shown} />
    </Modal>
  );
}

interface OrderTrackingProps {
  readonly order: Order;
  /** Of the order's times. */
  readonly format: Format;
}

/** The tracking card (spec 1 §2): the last events, the newest first, and the way to all of them. */
export function OrderTracking({ order, format }: OrderTrackingProps) {
  const { t } = useTranslation('orderTracking');
  const [showsPhotos] = useShowPhotos();
  const photos = usePhotoLinks(order, showsPhotos);
  const [isOpen, timeline] = useDisclosure();
  const events = latestEvents(order);
  return (
    <div className={classes['tracking']}>
      <h2>{t('title')}</h2>
      <EventList events={events} format={format} photos={showsPhotos ? photos : undefined} />
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
      <FullTimeline
        order={order}
        format={format}
        photos={photos}
        isOpen={isOpen}
        onClose={timeline.close}
      />
    </div>
  );
}
