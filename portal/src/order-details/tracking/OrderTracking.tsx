import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Order } from '@portage/contract/orders';
import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { appConfig } from '../../lib/app-config.ts';
import type { Format } from '../../lib/format.ts';
import { photosOf } from './event-photos.ts';
import { EventList } from './EventList.tsx';
import { FullTimeline } from './FullTimeline.tsx';
import { latestEvents } from './order-events.ts';
import classes from './OrderTracking.module.css';
import { PhotosOfEvents } from './PhotosOfEvents.tsx';
import { SimulateDelivery } from './SimulateDelivery.tsx';
import { TrackingLink } from './TrackingLink.tsx';
import { usePhotoLinks } from './use-photo-links.ts';
import { useShowPhotos } from '../../order/use-show-photos.ts';

interface OrderTrackingProps {
  readonly order: Order;
  /** In the merchant's time zone. */
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
          leftSection={<IconHistory size={16} />}
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
