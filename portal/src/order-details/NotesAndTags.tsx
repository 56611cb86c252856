import type { Order } from '@portage/contract/orders';
import { useTranslation } from 'react-i18next';
import { keyed } from '../ui/keyed.ts';
import { EditableGroup } from './edit/EditableGroup.tsx';
import { Fact } from './Fact.tsx';
import classes from './OrderDetail.module.css';
import { OrderTags } from './tags/OrderTags.tsx';

/** What the merchant noted of an order: for the driver, to find it by, and fields of its own. */
export function NotesAndTags({ order }: { readonly order: Order }) {
  const { t } = useTranslation(['orderDetail', 'orders']);
  return (
    <div className={classes['stack']}>
      <EditableGroup order={order} group="notes" title={t('orders:detail.notes')}>
        <p className={classes['text']} data-empty={!order.notes}>
          {order.notes ?? t('noNotes')}
        </p>
      </EditableGroup>
      <div>
        <h2>{t('orders:detail.tags')}</h2>
        <OrderTags order={order} />
      </div>
      {order.customFields.length > 0 && (
        <div>
          <h2>{t('group.customFields')}</h2>
          <dl className={classes['list']}>
            {keyed(order.customFields, ({ name }) => name).map(({ item, key }) => (
              <Fact key={key} term={item.name}>
                {item.value}
              </Fact>
            ))}
          </dl>
        </div>
      )}
    </div>
  );
}
