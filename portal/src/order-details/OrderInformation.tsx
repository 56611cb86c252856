import type { Order } from '@portage/contract/orders';
import type { Format } from '../lib/format.ts';
import { CarrierFacts } from './CarrierFacts.tsx';
import { DeliveryFacts } from './DeliveryFacts.tsx';
import { IdentityFacts } from './IdentityFacts.tsx';
import { NotesAndTags } from './NotesAndTags.tsx';
import classes from './OrderDetail.module.css';

interface OrderInformationProps {
  readonly order: Order;
  readonly format: Format;
}

/** What the order is, how it is delivered, what the merchant noted and what the carrier told. */
export function OrderInformation({ order, format }: OrderInformationProps) {
  return (
    <div className={classes['groups']}>
      <IdentityFacts order={order} format={format} />
      <DeliveryFacts order={order} format={format} />
      <NotesAndTags order={order} />
      <CarrierFacts order={order} format={format} />
    </div>
  );
}
