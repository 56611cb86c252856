import { type Selection, sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { type Tables, timestamp } from '../db/tables.ts';

const columns = [
  'id',
  'created_at as createdAt',
  'recipient',
  'subject',
  'encrypted_body as encryptedBody',
] as const;

export type StoredMail = Selection<Tables, 'mails', (typeof columns)[number]>;

export async function insertMail(
  db: Executor,
  { id, recipient, subject, encryptedBody, createdAt }: StoredMail,
): Promise<void> {
  await db
    .insertInto('mails')
    .values({
      id,
      recipient,
      subject,
      encrypted_body: encryptedBody,
      created_at: new Date(createdAt),
    })
    .execute();
}

/** Locks the mail. A second sender waits and then finds it sent. */
export function lockUnsentMail(trx: Executor, id: string): Promise<StoredMail | undefined> {
  return trx
    .selectFrom('mails')
    .select(columns)
    .where('id', '=', id)
    .where('encrypted_body', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateSentMail(trx: Executor, id: string, now: EpochMillis): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ sent_at: new Date(now), encrypted_body: null, last_error: null })
    .where('id', '=', id)
    .execute();
}

/** Records the error of a mail that will be retried. */
export async function updateDelayedMail(trx: Executor, id: string, error: string): Promise<void> {
  await trx.updateTable('mails').set({ last_error: error }).where('id', '=', id).execute();
}

/** Clears the text of a mail given up; without a reason the last one stays. */
export async function updateAbandonedMail(
  trx: Executor,
  id: string,
  error?: string,
): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ encrypted_body: null, ...(error !== undefined && { last_error: error }) })
    .where('id', '=', id)
    .execute();
}

export async function countGivenUpMails(db: Executor, since: EpochMillis): Promise<number> {
  const { count } = await db
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('created_at', '>', timestamp(since))
    .where('sent_at', 'is', null)
    .where('encrypted_body', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns those recipients whose mail of one of these times was given up. */
export async function listGivenUpRecipients(
  db: Executor,
  recipients: readonly string[],
  times: readonly EpochMillis[],
): Promise<Set<string>> {
  const dates = times.map((time) => new Date(time));
  const rows = await db
    .selectFrom('mails')
    .select('recipient')
    .where('created_at', '=', sql<EpochMillis>`any(${dates}::timestamptz[])`)
    .where('recipient', '=', sql<string>`any(${recipients}::text[])`)
    .where('sent_at', 'is', null)
    .where('encrypted_body', 'is', null)
    .execute();
  return new Set(rows.map(({ recipient }) => recipient));
}

/** Newest first, of all recipients or of one. */
export function listNewestMails(
  db: Executor,
  { limit, recipient }: { limit: number; recipient: string | undefined },
): Promise<StoredMail[]> {
  let query = db.selectFrom('mails').select(columns);
  if (recipient !== undefined) {
    query = query.where(sql<boolean>`lower(recipient) = lower(${recipient})`);
  }
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export function findMail(db: Executor, id: string): Promise<StoredMail | undefined> {
  return db.selectFrom('mails').select(columns).where('id', '=', id).executeTakeFirst();
}

/** A mail without its text. */
export interface ListedMail {
  id: string;
  createdAt: EpochMillis;
  recipient: string;
  subject: string;
  state: 'waiting' | 'sent' | 'given up';
  lastError: string | null;
}

const state = sql<ListedMail['state']>`case
  when sent_at is not null then 'sent' when encrypted_body is null then 'given up' else 'waiting'
end`;

/** Newest first, without texts; for operators. */
export function listMails(
  db: Executor,
  { state: only, limit }: { state: ListedMail['state'] | undefined; limit: number },
): Promise<ListedMail[]> {
  let query = db
    .selectFrom('mails')
    .select(['id', 'created_at as createdAt', 'recipient', 'subject', 'last_error as lastError'])
    .select(state.as('state'));
  if (only !== undefined) query = query.where(state, '=', only);
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** Makes a waiting mail due now. Returns its state; undefined for an unknown one. */
export async function retryMail(
  db: Executor,
  id: string,
): Promise<ListedMail['state'] | undefined> {
  await sql`
    select from graphile_worker.reschedule_jobs(array(
      select jobs.id from graphile_worker._private_jobs as jobs
      join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
      where tasks.identifier = 'send-mail' and jobs.payload ->> 'mailId' = ${id}
    ), run_at => now(), attempts => 0)`.execute(db);
  const row = await db
    .selectFrom('mails')
    .select(state.as('state'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.state;
}

/** Makes a job that fails run again within a minute: the queue waits exp(attempts) seconds. */
export async function hastenRetries(db: Executor, jobId: string): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set attempts = least(attempts, 4)
    where id = ${jobId}`.execute(db);
}

/** Takes addresses in lower case. */
export async function deleteMailsTo(trx: Executor, recipients: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('mails')
    .where(sql<boolean>`lower(recipient) = any(${recipients})`)
    .execute();
}
