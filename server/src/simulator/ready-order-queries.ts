import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { timestamp } from '../db/timestamp.ts';

/** The oldest order of the merchant that has been ready for pickup since a timestamp. */
export async function findLongReadyOrder(
  db: Executor,
  merchantId: string,
  readySince: EpochMillis,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('status', '=', 'PICKUP_READY')
    .where('modified_at', '<', timestamp(readySince))
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
