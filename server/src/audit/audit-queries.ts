import { type Insertable, sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { type Tables, timestamp } from '../db/tables.ts';

interface AuditRow {
  merchant_id: string;
  id: string;
  at: Date;
  actor: string;
  action: string;
  subject_id: string;
  details: Readonly<Record<string, string>>;
}

const COLUMNS = ['merchant_id', 'id', 'at', 'actor', 'action', 'subject_id', 'details'] as const;

/** One statement; its text is the same for any number of rows. */
export async function insertAuditRows(db: Executor, rows: readonly AuditRow[]): Promise<void> {
  await db
    .insertInto('audit_entries')
    .columns(COLUMNS)
    .expression(
      sql`select ${sql.join(COLUMNS.map((name) => sql.ref(name)))}
          from json_populate_recordset(null::audit_entries, ${JSON.stringify(rows)}::json)`,
    )
    .execute();
}

/** Newest first; `details` is JSON. */
export function listAuditRowsOf(
  db: Executor,
  merchantId: string,
  subjectId: string,
  most: number | undefined,
) {
  return db
    .selectFrom('audit_entries')
    .select(['id', 'at', 'actor', 'action', 'details'])
    .where('merchant_id', '=', merchantId)
    .where('subject_id', '=', subjectId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .$if(most !== undefined, (query) => query.limit(most ?? 0))
    .execute();
}

/** Every given field must match. */
export interface SecurityEventFilter {
  since?: EpochMillis | undefined;
  /** Exclusive. */
  until?: EpochMillis | undefined;
  merchantId?: string | undefined;
  /** Ignores case. */
  actor?: string | undefined;
  action?: string | undefined;
  address?: string | undefined;
}

export interface SecurityEventKey {
  at: EpochMillis;
  id: string;
}

export async function insertSecurityEvent(
  db: Executor,
  row: Insertable<Tables['security_events']>,
): Promise<void> {
  await db.insertInto('security_events').values(row).execute();
}

/** Meets each condition by an index that ends with `at, id`. */
function eventsOf(db: Executor, filter: SecurityEventFilter) {
  const { since, until, merchantId, actor, action, address } = filter;
  let query = db.selectFrom('security_events');
  if (since !== undefined) query = query.where('at', '>=', timestamp(since));
  if (until !== undefined) query = query.where('at', '<', timestamp(until));
  if (merchantId !== undefined) query = query.where('merchant_id', '=', merchantId);
  if (actor !== undefined) query = query.where(sql<boolean>`lower(actor) = lower(${actor})`);
  if (action !== undefined) query = query.where('action', '=', action);
  if (address !== undefined) query = query.where('address', '=', address);
  return query;
}

/** Undefined when there are fewer than `newer`. */
export function findSecurityEventBefore(
  db: Executor,
  filter: SecurityEventFilter,
  newer: number,
): Promise<SecurityEventKey | undefined> {
  return eventsOf(db, filter)
    .select(['at', 'id'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .offset(newer)
    .limit(1)
    .executeTakeFirst();
}

/** In chronological order. */
export function listSecurityEventsAfter(
  db: Executor,
  filter: SecurityEventFilter,
  after: SecurityEventKey | undefined,
  limit: number,
) {
  let query = eventsOf(db, filter);
  if (after) {
    query = query.where(sql<boolean>`(at, id) > (${timestamp(after.at)}, ${after.id}::uuid)`);
  }
  return query
    .select(['id', 'at', 'action', 'actor', 'subject', 'merchant_id as merchantId', 'address'])
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Actions of the operator whose subject names no person. */
const IMPERSONAL = ['operator.read', 'merchant.exported', 'merchant.leaving', 'merchant.changed'];

const WITHOUT_PERSON = sql`
  actor = case when actor in ('operator', 'nobody', 'shop', 'system') then actor else 'erased' end,
  subject = case when action = any(${IMPERSONAL}) then subject end,
  address = null`;

/** Keeps time and action of a merchant's events. Returns the number of events changed. */
export async function eraseFromEventsOf(
  db: Executor,
  merchantId: string,
  limit: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update security_events set ${WITHOUT_PERSON}
    where id in (
      select id from security_events
      where merchant_id = ${merchantId}
        and (
          actor not in ('operator', 'nobody', 'shop', 'system', 'erased') or address is not null
          or (subject is not null and action <> all(${IMPERSONAL}))
        )
      limit ${limit}
    )`.execute(db);
  return Number(numAffectedRows);
}

/** Includes events of no merchant, such as failed sign-ins. Expects usernames in lower case. */
export async function eraseActorsFromEvents(
  db: Executor,
  usernames: readonly string[],
): Promise<void> {
  await sql`
    update security_events set ${WITHOUT_PERSON}
    where lower(actor) = any(${usernames})`.execute(db);
}
