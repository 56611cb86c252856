import type { Order } from '@portage/contract/orders';
import { useMerchant } from '../lib/merchant.ts';
import { createStore, useStore } from '../lib/store.ts';
import { useFormat } from '../lib/use-format.ts';
import type { DetailTab } from './detail-tab.ts';
import { beginEdit } from './edit/begun-edit.ts';
import { loadEditForm } from './edit/use-begin-edit.tsx';
import { OpenOrder } from './OpenOrder.tsx';
import { OrderDetail } from './OrderDetail.tsx';

/** Whichever order is expanded next shows the same tab. */
const shownTab = createStore<DetailTab>('information');

/** Begins to edit the recipient and address of an order whose details are open, or open next. */
export async function editExpanded(order: Order): Promise<void> {
  shownTab.set('addresses');
  await loadEditForm();
  beginEdit(order, 'recipient');
}

/** The details of an order in its row of the list. */
export function ExpandedOrder({ order }: { readonly order: Order }) {
  const format = useFormat(useMerchant().data?.timeZone);
  const tab = useStore(shownTab);
  return (
    <OrderDetail
      order={order}
      format={format}
      tab={tab}
      onTab={shownTab.set}
      action={<OpenOrder id={order.id} tab={tab} />}
    />
  );
}
