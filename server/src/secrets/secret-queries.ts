import type { Executor } from '../db/database.ts';

/** A secret, by its name. */
export async function findSecret(db: Executor, name: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value;
}

/** Adds a secret, unless another process was first. */
export async function insertSecret(db: Executor, name: string, value: Buffer): Promise<void> {
  await db
    .insertInto('secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}
