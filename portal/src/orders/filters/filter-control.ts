import type { ViewFilter } from '@portage/contract/orders/order-views';

/** What every control of filters is given. */
export interface FilterControlProps {
  /** The filters in force. */
  readonly filter: ViewFilter;
  /** Lists other orders at once; what stays `undefined` is no filter. */
  readonly onChange: (next: ViewFilter) => void;
}
