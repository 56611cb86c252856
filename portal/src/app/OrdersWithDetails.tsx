import { useSearch } from '@tanstack/react-router';
import { UnsavedEdit } from '../order-details/edit/UnsavedEdit.tsx';
import { ExpandedOrder } from '../order-details/ExpandedOrder.tsx';
import { OrdersPage } from '../orders/OrdersPage.tsx';

/** The list of orders with the details of the expanded one: two features on one page. */
export function OrdersWithDetails() {
  const expanded = useSearch({ from: '/signed-in/orders', select: (search) => search.expanded });
  return (
    <>
      <OrdersPage renderDetail={(order) => <ExpandedOrder order={order} />} />
      <UnsavedEdit openId={expanded} />
    </>
  );
}
