import type { OrderColumn } from '@portage/contract/orders/order-views';
import type { Executor } from '../db/database.ts';
import type { Session } from '../http/session.ts';

export type ViewOwner = Pick<Session, 'merchantId' | 'username'>;

export async function findChosenColumns(
  db: Executor,
  { merchantId, username }: ViewOwner,
): Promise<string[] | undefined> {
  const row = await db
    .selectFrom('order_columns')
    .select('columns')
    .where('merchant_id', '=', merchantId)
    .where('username', '=', username)
    .executeTakeFirst();
  return row?.columns;
}

export async function upsertChosenColumns(
  db: Executor,
  { merchantId, username }: ViewOwner,
  columns: OrderColumn[],
): Promise<void> {
  await db
    .insertInto('order_columns')
    .values({ merchant_id: merchantId, username, columns })
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'username']).doUpdateSet({ columns }),
    )
    .execute();
}
