import type { EpochMillis } from '@portage/contract/time';
import type { Deps } from '../../deps.ts';
import { listDeletedOrders } from './deleted-order-queries.ts';
import { restorableSince } from './restorable-since.ts';

/** A deleted order, without anything of its recipient. */
export interface RestorableOrder {
  id: string;
  trackingNumber: string;
  deletedAt: EpochMillis;
  deletedBy: string;
}

/** The deleted orders of a merchant that can be restored, the newest deletion first. */
export function listRestorableOrders(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  merchantId: string,
  limit: number,
): Promise<RestorableOrder[]> {
  return listDeletedOrders(db, merchantId, { deletedSince: restorableSince(clock), limit });
}
