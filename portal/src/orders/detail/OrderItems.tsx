import type { Order } from '@portage/contract/orders';
import { useTranslation } from 'react-i18next';
import type { Format } from '../../lib/format.ts';
import classes from './OrderDetail.module.css';

interface OrderItemsProps {
  readonly order: Order;
  readonly format: Format;
}

/** What is inside the order; nothing when the merchant did not say. */
export function OrderItems({ order: { orderItems, rateChoice }, format }: OrderItemsProps) {
  const { t } = useTranslation('orders');
  if (orderItems.length === 0) return null;
  const price = (amount: number) => format.money(amount, rateChoice?.currency ?? 'CAD');
  return (
    <div>
      <h2>{t('detail.items', { count: orderItems.length })}</h2>
      <table className={classes['parts']}>
        <thead>
          <tr>
            <th scope="col">{t('detail.item')}</th>
            <th scope="col">{t('detail.sku')}</th>
            <th scope="col" className={classes['amount']}>
              {t('detail.quantity')}
            </th>
            <th scope="col" className={classes['amount']}>
              {t('detail.unitPrice')}
            </th>
          </tr>
        </thead>
        <tbody>
          {orderItems.map((item, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two items may be alike in every field; they never move
            <tr key={index}>
              <td>{item.name}</td>
              <td>{item.sku}</td>
              <td className={classes['amount']}>{format.number(item.quantity)}</td>
              <td className={classes['amount']}>
                {item.unitPrice !== undefined && price(item.unitPrice)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
