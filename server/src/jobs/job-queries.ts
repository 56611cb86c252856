import { sql } from 'kysely';
import type { LabelFormat } from '@portage/contract/orders/labels';
import type { Locale } from '@portage/contract/locale';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';

/** Every kind of background work, and what it is told. */
export interface JobPayloads {
  'locate-and-rate-orders': { merchantId: string; orderIds: readonly string[] };
  'run-import': { merchantId: string; importId: string };
  'undo-import': { merchantId: string; importId: string };
  'record-print': {
    merchantId: string;
    username: string;
    format: LabelFormat;
    printedAt: EpochMillis;
    orders: { id: string; version: number; labelVersion: number }[];
  };
  'delete-stray-picture': { merchantId: string; orderId: string; photoId: string };
  'simulate-stop': { merchantId: string; orderId: string; stop: number; isWatched: boolean };
  'connect-shop': { merchantId: string };
  'connect-shops': { moved: boolean };
  'reconcile-shop': { merchantId: string };
  'delete-shop-orders': { merchantId: string; shop: string };
  'check-shop-token': { merchantId: string; shop: string };
  'redact-shop': { merchantId: string; shop: string };
  'tell-delivery-events': { merchantId: string; orderId: string };
  'leave-shop': { merchantId: string; shop: string; encryptedToken: string };
  'redact-recipients': { merchantId: string; orderIds: readonly string[] };
  'follow-shop-order': { merchantId: string; shopOrderId: string; isFulfilled: boolean };
  'ready-fulfilled-order': { merchantId: string; orderId: string; username: string };
  'send-mail': { mailId: string; usefulUntil: EpochMillis };
  'submit-contact-request': { contactRequestId: string };
  'request-password-reset': { username: string; locale: Locale; usefulUntil: EpochMillis };
}

/** The name of a kind of background work. */
export type JobName = keyof JobPayloads;

/**
 * Queues whose jobs run one at a time, in all processes. A slow mail server then delays only
 * mails, and of two reset codes the one mailed last works.
 */
const QUEUES: Partial<Record<JobName, string>> = {
  'send-mail': 'mail',
  'request-password-reset': 'password-reset',
};

/** Jobs of which one a merchant runs at a time, so that the imports of one leave workers to others. */
const QUEUED_BY_MERCHANT: readonly JobName[] = ['run-import', 'undo-import'];

/** The queue of a job; those without one run whenever a worker is free. */
function queueOf(name: JobName, payload: JobPayloads[JobName]): string | null {
  if (QUEUED_BY_MERCHANT.includes(name) && 'merchantId' in payload) {
    return `imports of ${payload.merchantId}`;
  }
  // Two at once would both add an event that the shop lacks.
  if (name === 'tell-delivery-events' && 'merchantId' in payload) {
    return `shop events of ${payload.merchantId}`;
  }
  return QUEUES[name] ?? null;
}

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
    select graphile_worker.add_jobs(array[(
      ${name}, ${JSON.stringify(payload)}::json, ${queueOf(name, payload)},
      now() + ${delay} * interval '1 millisecond', null, ${key ?? null}, null, null
    )::graphile_worker.job_spec])`.execute(db);
}

/** Adds jobs of one kind in one statement, to run after `delay` milliseconds. */
export async function insertJobs<Name extends JobName>(
  db: Executor,
  name: Name,
  payloads: readonly JobPayloads[Name][],
  { delay = 0 }: { delay?: number } = {},
): Promise<void> {
  if (payloads.length === 0) return;
  const queues = payloads.map((payload) => queueOf(name, payload));
  await sql`
    select graphile_worker.add_job(
      ${name}, payload::json, queue, now() + ${delay} * interval '1 millisecond'
    )
    from unnest(
      ${payloads.map((payload) => JSON.stringify(payload))}::text[], ${queues}::text[]
    ) as jobs(payload, queue)`.execute(db);
}

/** Takes a job that waits under a key back, in the transaction that does its work. */
export async function removeJob(db: Executor, key: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${key})`.execute(db);
}
