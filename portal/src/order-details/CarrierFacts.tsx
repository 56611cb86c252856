import type { Order } from '@portage/contract/orders/orders';
import { useTranslation } from 'react-i18next';
import type { Format } from '../lib/format.ts';
import { Timestamp } from '../lib/Timestamp.tsx';
import { keyed } from '../ui/keyed.ts';
import { Fact } from './Fact.tsx';
import classes from './OrderDetail.module.css';
import { photosOfTask } from './tracking/event-photos.ts';
import { EventPhotos } from './tracking/EventPhotos.tsx';
import { PhotosOfEvents } from './tracking/PhotosOfEvents.tsx';
import { usePhotoLinks } from './tracking/use-photo-links.ts';
import { useShowPhotos } from '../order/use-show-photos.ts';

interface OrderTasksProps {
  readonly order: Order;
  readonly format: Format;
}

/** The stops of drivers’ routes for an order, with the photos that the drivers took there. */
function OrderTasks({ order, format }: OrderTasksProps) {
  const { t } = useTranslation('orderDetail');
  const [showsPhotos] = useShowPhotos();
  const links = usePhotoLinks(order, showsPhotos);
  const { tasks } = order;
  const photos = tasks.flatMap(photosOfTask);
  return (
    <div>
      <h2>{t('group.tasks')}</h2>
      <ul className={classes['plain']}>
        {tasks.map((task) => (
          <li key={task.id}>
            <strong>{t(`task.type.${task.taskType}`)}</strong>{' '}
            <span className={classes['code']} title={task.id}>
              {task.shortId}
            </span>
            {' · '}
            {t(`task.status.${task.taskStatus}`)}
            {task.completedAt !== undefined && (
              <>
                {' · '}
                <Timestamp at={task.completedAt} format={format} />
              </>
            )}
            {task.completionNotes && (
              <span className={classes['aside']}>{task.completionNotes}</span>
            )}
            {showsPhotos && (
              <EventPhotos photos={photosOfTask(task)} addressOfPhoto={links.addressOfPhoto} />
            )}
          </li>
        ))}
      </ul>
      {photos.length > 0 && <PhotosOfEvents photos={photos} links={links} />}
    </div>
  );
}

interface CarrierFactsProps {
  readonly order: Order;
  readonly format: Format;
}

/** What the carrier told of an order beside its events; nothing while it told nothing. */
export function CarrierFacts({ order, format }: CarrierFactsProps) {
  const { t } = useTranslation('orderDetail');
  const { dispatcher, timeChangeEvents, otherScans, tasks } = order;
  const hasFacts = Boolean(dispatcher) || timeChangeEvents.length > 0 || otherScans.length > 0;
  if (!hasFacts && tasks.length === 0) return null;
  return (
    <div className={classes['stack']}>
      {hasFacts && (
        <div>
          <h2>{t('group.carrier')}</h2>
          <dl className={classes['list']}>
            <Fact term={t('dispatcher')}>{dispatcher}</Fact>
            {keyed(timeChangeEvents, ({ timestamp }) => String(timestamp)).map(({ item, key }) => (
              <TimeChange key={key} event={item} format={format} />
            ))}
            <Fact term={t('otherScans', { count: otherScans.length })}>
              {otherScans.length > 0 && (
                <ul className={classes['plain']}>
                  {keyed(otherScans, ({ time }) => String(time)).map(({ item, key }) => (
                    <li key={key}>
                      <Timestamp at={item.time} format={format} />
                    </li>
                  ))}
                </ul>
              )}
            </Fact>
          </dl>
        </div>
      )}
      {tasks.length > 0 && <OrderTasks order={order} format={format} />}
    </div>
  );
}

interface TimeChangeProps {
  readonly event: Order['timeChangeEvents'][number];
  readonly format: Format;
}

/** When the delivery window was changed, why, and whether the recipient sees that. */
function TimeChange({ event, format }: TimeChangeProps) {
  const { t } = useTranslation('orderDetail');
  const { timestamp, externalNotes, showExternalNotes } = event;
  return (
    <Fact term={t('timeChange')}>
      {timestamp !== undefined && <Timestamp at={timestamp} format={format} />}
      {timestamp !== undefined && externalNotes && ' – '}
      {externalNotes}
      {externalNotes && (
        <span className={classes['aside']}>
          {t(showExternalNotes ? 'noteShown' : 'noteHidden')}
        </span>
      )}
    </Fact>
  );
}
