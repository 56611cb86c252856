import type { Order } from '@portage/contract/orders';
import type { Format } from '../lib/format.ts';
import { CarrierFacts } from './CarrierFacts.tsx';
import { DeliveryFacts } from './DeliveryFacts.tsx';
import { IdentityFacts } from './IdentityFacts.tsx';
import { NotesAndTags } from './NotesAndTags.tsx';
import classes from './OrderDetail.module.css';
import { RecipientFacts } from './RecipientFacts.tsx';

interface OrderInformationProps {
  readonly order: Order;
  readonly format: Format;
}

/** Who receives the order, how it is delivered, what was noted, what it is, and what the carrier told. */
export function OrderInformation({ order, format }: OrderInformationProps) {
  return (
    <div className={classes['groups']}>
      <RecipientFacts order={order} format={format} />
      <DeliveryFacts order={order} format={format} />
      <NotesAndTags order={order} />
      <IdentityFacts order={order} format={format} />
      <CarrierFacts order={order} format={format} />
    </div>
  );
}
