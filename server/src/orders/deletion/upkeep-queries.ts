import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../../db/database.ts';

/** Deletes for good some of the orders that were deleted before a moment, whoever's they are; tells how many. */
export async function purgeOrdersDeletedBefore(
  db: Executor,
  moment: EpochMillis,
  { most }: { most: number },
): Promise<number> {
  const some = db
    .selectFrom('deleted_orders')
    .select(['merchant_id', 'id'])
    .where(sql<boolean>`deleted_at < ${new Date(moment)}`)
    .limit(most);
  const { numDeletedRows } = await db
    .deleteFrom('deleted_orders')
    .where((row) =>
      row(row.refTuple('merchant_id', 'id'), 'in', some.$asTuple('merchant_id', 'id')),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
