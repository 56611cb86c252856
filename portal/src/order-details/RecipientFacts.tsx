import { formatPhone } from '@portage/contract/phone';
import type { Order } from '@portage/contract/orders';
import { timeZoneOf } from '@portage/contract/time-zone';
import { useTranslation } from 'react-i18next';
import { AddressLines } from '../lib/AddressLines.tsx';
import type { Format } from '../lib/format.ts';
import { useFormat } from '../lib/use-format.ts';
import { promiseOf } from '../order/order-promise.ts';
import { Fact } from './Fact.tsx';
import classes from './OrderDetail.module.css';

/** How many items are named before the others are only counted. */
const ITEMS_NAMED = 3;

interface RecipientFactsProps {
  readonly order: Order;
  readonly format: Format;
}

/** What people ask for first: who receives the order and where, by when, and what it is. */
export function RecipientFacts({ order, format }: RecipientFactsProps) {
  const { t } = useTranslation(['orderDetail', 'orders']);
  const originFormat = useFormat(timeZoneOf(order.originAddress));
  const { recipient, recipientAddress, orderItems } = order;
  const named = orderItems
    .slice(0, ITEMS_NAMED)
    .map(({ name, quantity }) => `${format.number(quantity)} × ${name}`);
  const more = orderItems.length - named.length;
  return (
    <div>
      <h2>{t('orders:column.recipient')}</h2>
      <dl className={classes['list']}>
        <Fact term={t('field.recipient.name')}>{recipient.name}</Fact>
        <Fact term={t('field.recipient.phone')}>
          {recipient.phone && <a href={`tel:${recipient.phone}`}>{formatPhone(recipient.phone)}</a>}
        </Fact>
        <Fact term={t('address')}>
          <AddressLines address={recipientAddress} />
        </Fact>
        <Fact term={t('returnFrom')}>{order.returnFrom?.name}</Fact>
        <Fact term={t('orders:detail.promise')}>{promiseOf(order, originFormat)}</Fact>
        <Fact term={t('orders:column.packages')}>{format.number(order.packages.length)}</Fact>
        <Fact term={t('tab.items')}>
          {named.length > 0 && (
            <>
              {named.join(', ')}
              {more > 0 && ` ${t('moreItems', { count: more })}`}
            </>
          )}
        </Fact>
      </dl>
    </div>
  );
}
