import { Skeleton } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { UnsavedEdit } from '../order-details/edit/UnsavedEdit.tsx';
import { OrdersPage } from '../orders/OrdersPage.tsx';

/** How long the list has the connection to itself, in milliseconds, before the details are fetched. */
const FETCHED_AFTER = 1_000;

/** No row shows them before somebody opens one. */
const loadDetails = () => import('../order-details/ExpandedOrder.tsx');
const ExpandedOrder = lazy(async () => ({ default: (await loadDetails()).ExpandedOrder }));

/** The list of orders with the details of the expanded one: two features on one page. */
export function OrdersWithDetails() {
  const expanded = useSearch({ from: '/signed-in/orders', select: (search) => search.expanded });
  useEffect(() => {
    const timer = setTimeout(() => void loadDetails().catch(() => undefined), FETCHED_AFTER);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <OrdersPage
        onEdit={(order) => void loadDetails().then(({ editExpanded }) => editExpanded(order))}
        renderDetail={(order) => (
          <Suspense fallback={<Skeleton h={240} m="md" />}>
            <ExpandedOrder order={order} />
          </Suspense>
        )}
      />
      <UnsavedEdit openId={expanded} />
    </>
  );
}
