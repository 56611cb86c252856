import { orderStatuses } from '@portage/contract/order-status';
import type { Order } from '@portage/contract/orders';
import { IconPackage } from '@tabler/icons-react';
import { useLocale } from '../i18n/use-locale.ts';
import classes from './PaletteList.module.css';

/** An order as the palette lists it: who receives it and where, its tracking number and its status. */
export function FoundOrder({ order }: { readonly order: Order }) {
  const locale = useLocale();
  const { recipient, recipientAddress, trackingNumber, orderStatus } = order;
  return (
    <>
      <IconPackage size={18} stroke={1.75} aria-hidden className={classes['icon'] ?? ''} />
      <span className={classes['label']}>
        {recipient.name}
        <span className={classes['facts']}>
          <span className={classes['number']}>{trackingNumber}</span> · {recipientAddress.city}
        </span>
      </span>
      <span className={classes['status']}>{orderStatuses[orderStatus].name[locale]}</span>
    </>
  );
}
