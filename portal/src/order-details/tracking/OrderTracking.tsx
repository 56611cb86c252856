import { Button, Modal, NativeSelect, Tabs } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Order } from '@portage/contract/orders/orders';
import { IconHistory, IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { appConfig } from '../../lib/app-config.ts';
import type { Format } from '../../lib/format.ts';
import { photosOf } from './event-photos.ts';
import { EventList } from './EventList.tsx';
import { latestEvents, orderTimeline, packageTimelines } from './order-events.ts';
import classes from './OrderTracking.module.css';
import { PhotosOfEvents } from './PhotosOfEvents.tsx';
import { TrackingLink } from './TrackingLink.tsx';
import { usePhotoLinks, type PhotoLinks } from './use-photo-links.ts';
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
