import type { Order } from '@portage/contract/orders';
import { useTranslation } from 'react-i18next';
import type { Format } from '../lib/format.ts';
import { Timestamp } from '../lib/Timestamp.tsx';
import { photosOfTask } from './tracking/event-photos.ts';
import { EventPhotos } from './tracking/EventPhotos.tsx';
import { PhotosOfEvents } from './tracking/PhotosOfEvents.tsx';
import { usePhotoLinks } from './tracking/use-photo-links.ts';
import { useShowPhotos } from '../order/use-show-photos.ts';
import classes from './OrderDetail.module.css';

interface OrderTasksProps {
  readonly order: Order;
  readonly format: Format;
}

/** The stops of drivers’ routes for an order, with the photos that the drivers took there. */
export function OrderTasks({ order, format }: OrderTasksProps) {
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
