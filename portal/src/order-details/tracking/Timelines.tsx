import { NativeSelect, Tabs } from '@mantine/core';
import type { Order } from '@portage/contract/orders';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Format } from '../../lib/format.ts';
import { photosOf } from './event-photos.ts';
import { EventList } from './EventList.tsx';
import { orderTimeline, packageTimelines } from './order-events.ts';
import classes from './OrderTracking.module.css';
import { PhotosOfEvents } from './PhotosOfEvents.tsx';
import type { PhotoLinks } from './use-photo-links.ts';
import { useShowPhotos } from '../../order/use-show-photos.ts';
import '@mantine/core/styles/Tabs.layer.css';

/** The most packages that have tabs; an order may have 99, which are easier chosen from a list. */
const MOST_TABS = 8;

interface TimelinesProps {
  readonly order: Order;
  readonly format: Format;
  readonly photos: PhotoLinks;
}

/** The timeline of the order and one of each package, of which one shows. */
export function Timelines({ order, format, photos }: TimelinesProps) {
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
