import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { timestamp } from '../db/timestamp.ts';

/** Selects the security events that match every given field. */
export interface SecurityEventFilter {
  /** The first timestamp. */
  since?: EpochMillis | undefined;
  /** The first timestamp that is too late. */
  until?: EpochMillis | undefined;
  merchantId?: string | undefined;
  /** In any case. */
  actor?: string | undefined;
  action?: string | undefined;
  address?: string | undefined;
}

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

/** The position of an event: time and id. */
export interface SecurityEventKey {
  at: EpochMillis;
  id: string;
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

/** The events of a filter; every condition begins an index that ends with `at, id`. */
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

/** Finds the event after the `newer` newest of a filter; undefined when there are fewer. */
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

/** The oldest events of a filter, after a key where there is one, in the order in which they happened. */
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
