import type { Order } from '@portage/contract/orders';
import { useTranslation } from 'react-i18next';
import type { Format } from '../../lib/format.ts';
import { Moment } from '../table/Moment.tsx';
import classes from './OrderDetail.module.css';

interface OrderTasksProps {
  readonly tasks: Order['tasks'];
  readonly format: Format;
}

/** The stops of drivers’ routes for an order. */
export function OrderTasks({ tasks, format }: OrderTasksProps) {
  const { t } = useTranslation('orderDetail');
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
                <Moment at={task.completedAt} format={format} />
              </>
            )}
            {task.completionNotes && (
              <span className={classes['aside']}>{task.completionNotes}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
