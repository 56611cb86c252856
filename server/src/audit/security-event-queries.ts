import type { Executor } from '../db/database.ts';

/** A security event as it is stored. */
export interface SecurityEventRow {
  id: string;
  at: Date;
  action: string;
  actor: string;
  subject: string | null;
  merchantId: string | null;
  address: string | null;
}

/** Adds a security event. */
export async function insertSecurityEvent(
  db: Executor,
  { merchantId, ...row }: SecurityEventRow,
): Promise<void> {
  await db
    .insertInto('security_events')
    .values({ ...row, merchant_id: merchantId })
    .execute();
}
