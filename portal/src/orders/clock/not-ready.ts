import type { ViewFilter } from '@portage/contract/order-views';

/** The orders that the merchant has yet to mark ready: located and rated, whenever they were placed. */
export const NOT_READY: ViewFilter = { placed: 'all', status: ['GEOCODED'] };
