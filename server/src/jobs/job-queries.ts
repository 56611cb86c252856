import { sql } from 'kysely';
import type { Locale } from '@portage/contract/locale';
import type { Executor } from '../db/database.ts';

/** Every kind of background work, and what it is told. */
export interface JobPayloads {
  'locate-and-rate-order': { merchantId: string; orderId: string };
  'send-mail': { mailId: string };
  'request-password-reset': { username: string; locale: Locale };
}

/** The name of a kind of background work. */
export type JobName = keyof JobPayloads;

/** Adds a job in the transaction that needs it: it runs once that commits, and maybe twice. */
export async function insertJob<Name extends JobName>(
  db: Executor,
  name: Name,
  payload: JobPayloads[Name],
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json)`.execute(db);
}
