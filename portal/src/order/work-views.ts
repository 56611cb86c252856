import {
  dashboardEndpoints,
  type WorkCounts,
  workStatuses,
} from '@portage/contract/merchants/dashboard';
import type { ViewFilter } from '@portage/contract/orders/order-views';
import { callQuery } from '../lib/call-query.ts';

const everStanding = (view: keyof typeof workStatuses): ViewFilter => ({
  placed: 'all',
  status: [...workStatuses[view]],
});

/** The filters of the views that every merchant has: what is to be done, whenever it was placed. */
export const workFilters = {
  toPrepare: everStanding('toPrepare'),
  toPrepareSameDay: { ...everStanding('toPrepare'), service: ['SAMEDAY'] },
  needsAttention: everStanding('needsAttention'),
  toPrint: { ...everStanding('toPrint'), labels: ['NOT_PRINTED', 'STALE'] },
  ready: everStanding('ready'),
  onTheWay: everStanding('onTheWay'),
  failedDeliveries: everStanding('failedDeliveries'),
} as const satisfies Record<keyof WorkCounts, ViewFilter>;

/** The name of a view that every merchant has. */
export type WorkView = keyof typeof workFilters;

/** The address of the list in a view: each part a text, with commas between several values. */
export const workSearch = (view: WorkView) => {
  const { status, service, labels }: ViewFilter = workFilters[view];
  return {
    placed: 'all',
    ...(status && { status: status.join(',') }),
    ...(service && { service: service.join(',') }),
    ...(labels && { labels: labels.join(',') }),
  };
};

/** How many orders stand where. */
export const workQuery = callQuery(dashboardEndpoints.work, {});
