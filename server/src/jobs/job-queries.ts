import { sql } from 'kysely';
import type { Locale } from '@portage/contract/locale';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';

/** Every kind of background work, and what it is told. */
export interface JobPayloads {
  'locate-and-rate-orders': { merchantId: string; orderIds: readonly string[] };
  'delete-stray-picture': { merchantId: string; orderId: string; photoId: string };
  'simulate-stop': { merchantId: string; orderId: string; stop: number; isWatched: boolean };
  'send-mail': { mailId: string; usefulUntil: EpochMillis };
  'request-password-reset': { username: string; locale: Locale; usefulUntil: EpochMillis };
}

/** The name of a kind of background work. */
export type JobName = keyof JobPayloads;

/**
 * Jobs of one queue run one at a time, whatever process works on them.
 * - Mails, so that a mail server that is slow or hangs holds up mails and nothing else.
 * - Requests for reset codes, so that of two codes for one user the one mailed last is the one that
 *   works.
 */
const QUEUES: Partial<Record<JobName, string>> = {
  'send-mail': 'mail',
  'request-password-reset': 'password-reset',
};

/**
 * Adds a job in the transaction that needs it: it runs once that commits, and maybe twice; not before
 * `delay` milliseconds have gone by, and in the place of one that waits under the same `key`.
 */
export async function insertJob<Name extends JobName>(
  db: Executor,
  name: Name,
  payload: JobPayloads[Name],
  { delay = 0, key }: { delay?: number; key?: string } = {},
): Promise<void> {
  await sql`
    select graphile_worker.add_job(
      ${name}, ${JSON.stringify(payload)}::json, ${QUEUES[name] ?? null},
      now() + ${delay} * interval '1 millisecond', job_key => ${key ?? null}
    )`.execute(db);
}
