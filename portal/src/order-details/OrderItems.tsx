import type { OrderItem } from '@portage/contract/orders/new-order';
import type { Order } from '@portage/contract/orders/orders';
import { useTranslation } from 'react-i18next';
import type { Format } from '../lib/format.ts';
import { keyed } from '../ui/keyed.ts';
import classes from './OrderDetail.module.css';

interface OrderItemsProps {
  readonly order: Order;
  readonly format: Format;
}

/** The facts of an item that stand below its name, in their sequence. */
const ITEM_FACTS = [
  'refNumber',
  'fulfillmentSku',
  'productId',
  'upc',
  'warehouseLocation',
] as const satisfies readonly (keyof OrderItem)[];

/** What is inside the order, as far as the merchant said. */
export function OrderItems({ order: { orderItems, rateChoice }, format }: OrderItemsProps) {
  const { t } = useTranslation(['orderDetail', 'orders']);
  const price = (amount: number | undefined) =>
    amount !== undefined && format.money(amount, rateChoice?.currency ?? 'CAD');
  if (orderItems.length === 0) {
    return (
      <p className={classes['text']} data-empty>
        {t('noItems')}
      </p>
    );
  }
  return (
    <div>
      <h2>{t('orders:detail.items', { count: orderItems.length })}</h2>
      <div className={classes['scroller']}>
        <table className={classes['parts']}>
          <thead>
            <tr>
              <th scope="col">{t('orders:detail.item')}</th>
              <th scope="col">{t('orders:detail.sku')}</th>
              <th scope="col" className={classes['amount']}>
                {t('orders:detail.quantity')}
              </th>
              <th scope="col" className={classes['amount']}>
                {t('orders:detail.unitPrice')}
              </th>
              <th scope="col" className={classes['amount']}>
                {t('tax')}
              </th>
            </tr>
          </thead>
          <tbody>
            {keyed(orderItems, ({ name }) => name).map(({ item, key }) => (
              <tr key={key}>
                <td>
                  {item.name}
                  {ITEM_FACTS.map(
                    (fact) =>
                      item[fact] && (
                        <span key={fact} className={classes['aside']}>
                          {t(`item.${fact}`, { value: item[fact] })}
                        </span>
                      ),
                  )}
                  {item.imageUrl && (
                    <span className={classes['aside']}>
                      <a href={item.imageUrl} target="_blank" rel="noreferrer">
                        {t('item.image')}
                      </a>
                    </span>
                  )}
                </td>
                <td className={classes['unbroken']}>{item.sku}</td>
                <td className={classes['amount']}>{format.number(item.quantity)}</td>
                <td className={classes['amount']}>{price(item.unitPrice)}</td>
                <td className={classes['amount']}>{price(item.taxAmount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
