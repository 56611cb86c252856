import { Anchor } from '@mantine/core';
import type { CustomField } from '@portage/contract/new-order';
import type { Order } from '@portage/contract/orders';
import { shopOrderIdOf } from '@portage/contract/shop-order-id';
import { useTranslation } from 'react-i18next';
import { useMerchant } from '../lib/merchant.ts';
import { shopOrderUrl } from '../lib/shop-link.ts';
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
                <CustomFieldValue field={item} />
              </Fact>
            ))}
          </dl>
        </div>
      )}
    </div>
  );
}

/** A value of the merchant's own; the id of a shop order links to the order in the shop (spec 1 §3). */
function CustomFieldValue({ field }: { readonly field: CustomField }) {
  const shop = useMerchant().data?.shopifyShop;
  const shopOrderId = shopOrderIdOf({ customFields: [field] });
  if (shop === undefined || shopOrderId === undefined) return field.value;
  return (
    <Anchor href={shopOrderUrl(shop, shopOrderId)} inherit>
      {field.value}
    </Anchor>
  );
}
