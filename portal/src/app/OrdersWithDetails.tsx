import { Skeleton } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { loadTexts } from '../i18n/i18n.ts';
import { withCode } from '../order/start-actions.tsx';
import { OrdersPage } from '../orders/OrdersPage.tsx';
import { useCodeSoon } from '../ui/use-fetch-soon.ts';

/** Loaded after the list, which shows without it. */
const loadDetails = async () => {
  const texts = loadTexts('orderDetail', 'orderForm', 'orderTracking', 'address');
  const { ExpandedOrder, editExpanded } = await import('../order-details/ExpandedOrder.tsx');
  await texts;
  return { ExpandedOrder, editExpanded };
};
const UnsavedEdit = lazy(async () => {
  const { UnsavedEdit } = await import('../order-details/edit/UnsavedEdit.tsx');
  return { default: UnsavedEdit };
});
const ExpandedOrder = lazy(async () => ({ default: (await loadDetails()).ExpandedOrder }));

/** Joins two features on one page. */
export function OrdersWithDetails() {
  const expanded = useSearch({ from: '/signed-in/orders', select: (search) => search.expanded });
  useCodeSoon(loadDetails);
  return (
    <>
      <OrdersPage
        onEdit={(order) => void withCode(loadDetails, ({ editExpanded }) => editExpanded(order))}
        renderDetail={(order) => (
          <Suspense fallback={<Skeleton h={240} m="md" />}>
            <ExpandedOrder order={order} />
          </Suspense>
        )}
      />
      {expanded !== undefined && (
        <Suspense>
          <UnsavedEdit openId={expanded} />
        </Suspense>
      )}
    </>
  );
}
