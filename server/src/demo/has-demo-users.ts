import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';
import { demoMerchants } from './demo-merchants.ts';

/** Tells whether a database holds users of the demo, whose passwords everybody may read. */
export async function hasDemoUsers(db: Executor): Promise<boolean> {
  const usernames = demoMerchants.map(({ signIn }) => signIn.username);
  const user = await db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`lower(username) = any(${usernames})`)
    .executeTakeFirst();
  return user !== undefined;
}
