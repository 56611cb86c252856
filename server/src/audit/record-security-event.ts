import type { EpochMillis } from '@portage/contract/time';
import type { Clock } from '../clock.ts';
import type { Executor, Database } from '../db/database.ts';
import type { Asker } from '../http/session.ts';
import { auditEntryId } from './audit-entry-id.ts';
import {
  eraseFromEventsOf,
  insertSecurityEvent,
  type SecurityEventFilter,
  findSecurityEventBefore,
  listSecurityEventsAfter,
} from './audit-queries.ts';

export { eraseActorsFromEvents as eraseActors } from './audit-queries.ts';

const PAGE = 1000;

/** Times in milliseconds. */
export type RecordedSecurityEvent = Awaited<ReturnType<typeof listSecurityEventsAfter>>[number];

/** Yields the newest `limit` events, oldest first, a page at a time. */
export async function* readSecurityEvents(
  db: Database,
  filter: SecurityEventFilter,
  limit: number,
): AsyncGenerator<RecordedSecurityEvent[]> {
  let after = await findSecurityEventBefore(db, filter, limit);
  let left = limit;
  while (left > 0) {
    const page = await listSecurityEventsAfter(db, filter, after, Math.min(left, PAGE));
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    after = page.at(-1);
    left -= page.length;
  }
}

/** An action of a signed-in user. */
export function recordActionOf(
  { session: { username: actor, merchantId }, address }: Asker,
  trx: Executor,
  clock: Clock,
  event: Pick<SecurityEvent, 'action' | 'subject'>,
): Promise<void> {
  return recordSecurityEvent(trx, { ...event, at: clock.now(), actor, merchantId, address });
}

export const recordOperation = (
  db: Executor,
  clock: Clock,
  event: Omit<SecurityEvent, 'at' | 'actor'>,
): Promise<void> => recordSecurityEvent(db, { ...event, at: clock.now(), actor: 'operator' });

export const SECURITY_ACTIONS = [
  'sign_in.succeeded',
  'sign_in.failed',
  'sign_in.throttled',
  'session.replayed',
  'session.throttled',
  'session.signed_out',
  'session.ended',
  'session.confirmed',
  'session.confirmation_failed',
  'user.session_ended',
  'user.sessions_ended',
  'password.changed',
  'password.change_failed',
  'password.throttled',
  'password.reset_requested',
  'password.reset_failed',
  'password.reset',
  'second_factor.added',
  'second_factor.removed',
  'second_factor.reset',
  'second_factor.checked',
  'second_factor.failed',
  'second_factor.throttled',
  'second_factor.recovery_code_used',
  'second_factor.recovery_codes_replaced',
  'second_factor.required',
  'second_factor.optional',
  'user.created',
  'user.invited_again',
  'user.role_changed',
  'user.disabled',
  'user.enabled',
  'merchant.created',
  'merchant.disabled',
  'merchant.enabled',
  'merchant.changed',
  'merchant.exported',
  'merchant.leaving',
  'merchant.deleted',
  'service_user.created',
  'service_user.revoked',
  'shipstation.connected',
  'shipstation.disconnected',
  'shipstation.registered',
  'shop.linked',
  'shop.unlinked',
  'shop.data_requested',
  'shop.data_exported',
  'shop.customer_redacted',
  'shop.redacted',
  'signing_key.added',
  'signing_key.removed',
  'carrier_key.created',
  'carrier_key.revoked',
  'flag.set',
  'secrets.rotated',
  'tariff.loaded',
  'operator.read',
  'job.retried',
  'mail.retried',
  'call.refused',
  'orders.not_found',
  'orders.exported',
  'addresses.exported',
] as const;
type SecurityAction = (typeof SECURITY_ACTIONS)[number];

/** Never holds a password, a code or a token. */
export interface SecurityEvent {
  at: EpochMillis;
  action: SecurityAction;
  /** A username, or `nobody` (unknown), `operator` (command line), `system` (jobs) or `shop`. */
  actor: string;
  /** Such as a username, or a flag with its new setting. */
  subject?: string;
  merchantId?: string;
  /** Network address of the call. */
  address?: string;
}

/** Writes in the transaction of the action, where there is one. */
export async function recordSecurityEvent(db: Executor, event: SecurityEvent): Promise<void> {
  await insertSecurityEvent(db, {
    id: auditEntryId(event.at),
    at: new Date(event.at),
    action: event.action,
    actor: event.actor,
    subject: event.subject ?? null,
    merchant_id: event.merchantId ?? null,
    address: event.address ?? null,
  });
}

/** Erases people from a merchant's events; keeps times and actions. False once nothing is left. */
export const eraseFromEvents = async (db: Executor, merchantId: string, most: number) =>
  (await eraseFromEventsOf(db, merchantId, most)) > 0;
