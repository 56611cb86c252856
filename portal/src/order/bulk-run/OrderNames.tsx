import type { OrderSummary } from '@portage/contract/orders/order-selection';
import { useTranslation } from 'react-i18next';

/** How many recipients are named; the rest are counted. */
const NAMED = 3;

/** Whose orders they are: "Ada Nguyen, Bo Tremblay, Cy O’Neil and 9 more". */
export function OrderNames({ orders }: { readonly orders: readonly OrderSummary[] }) {
  const { t } = useTranslation('bulk');
  const names = orders.slice(0, NAMED).map(({ recipientName }) => recipientName);
  return (
    <>
      <strong>{names.join(', ')}</strong>
      {orders.length > NAMED && ` ${t('preflight.andMore', { count: orders.length - NAMED })}`}
    </>
  );
}
