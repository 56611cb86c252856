import type { OrderItem } from '@portage/contract/orders/new-order';
import type { Order } from '@portage/contract/orders/orders';
import type { Package } from '@portage/contract/orders/packages';
import { useTranslation } from '../i18n/i18n.ts';
import { useFormat } from '../lib/format.ts';
import { Timestamp } from '../lib/Timestamp.tsx';
import { useOrderFormat } from '../order/order-promise.ts';
import { CopyText } from '../ui/CopyText.tsx';
import { keyed } from '../ui/keyed.ts';
import { EditableGroup } from './edit/EditableGroup.tsx';
import classes from './OrderDetail.module.css';

/** In their sequence. */
const ITEM_FACTS = [
  'refNumber',
  'fulfillmentSku',
  'productId',
  'upc',
  'warehouseLocation',
] as const satisfies readonly (keyof OrderItem)[];

export function OrderItems({ order }: { readonly order: Order }) {
  const { orderItems, rateChoice } = order;
  const { t } = useTranslation(['orderDetail', 'orders']);
  const format = useFormat();
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
                <td className={classes['unbroken']} translate="no">
                  {item.sku}
                </td>
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

export function OrderPackages({ order }: { readonly order: Order }) {
  const { t } = useTranslation(['orderDetail', 'orders']);
  const format = useOrderFormat(order);
  const { packages, scanEvents } = order;
  const hasReference = packages.some(({ refNumber }) => refNumber);
  // The unit chooses the text; the number format would read it otherwise.
  const weightOf = ({ weightOptions }: Package) => {
    if (!weightOptions) return t('orders:detail.notGiven');
    const { unit, weight } = weightOptions;
    return t(`orders:weight.${unit}`, { weight });
  };
  const sizeOf = ({ sizeOptions }: Package) => {
    if (!sizeOptions) return t('orders:detail.notGiven');
    const { unit, ...dimensions } = sizeOptions;
    return t(`orders:size.${unit}`, dimensions);
  };
  const scansOf = (trackingNumber: string) =>
    scanEvents
      .filter((scan) => scan.trackingNumber === trackingNumber)
      .flatMap((scan) => scan.events);

  return (
    <EditableGroup
      order={order}
      group="packages"
      title={t('orders:detail.packages', { count: packages.length })}
    >
      <div className={classes['scroller']}>
        <table className={classes['parts']}>
          <thead>
            <tr>
              <th scope="col">{t('orders:detail.trackingNumber')}</th>
              {hasReference && <th scope="col">{t('orders:column.reference')}</th>}
              <th scope="col">{t('orders:detail.weight')}</th>
              <th scope="col">{t('orders:detail.size')}</th>
              <th scope="col">{t('scans')}</th>
            </tr>
          </thead>
          <tbody>
            {packages.map((one) => (
              <tr key={one.trackingNumber}>
                <td className={classes['unbroken']}>
                  <CopyText
                    text={one.trackingNumber}
                    label={t('orders:detail.copyTrackingNumber')}
                  />
                </td>
                {hasReference && <td>{one.refNumber}</td>}
                <td className={classes['unbroken']}>{weightOf(one)}</td>
                <td className={classes['unbroken']}>{sizeOf(one)}</td>
                <td className={classes['unbroken']}>
                  {keyed(scansOf(one.trackingNumber), ({ time }) => String(time)).map(
                    ({ item: { time, location }, key }) => (
                      <span key={key} className={classes['line']}>
                        <Timestamp at={time} format={format} /> · {location}
                      </span>
                    ),
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </EditableGroup>
  );
}
