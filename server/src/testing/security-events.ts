import type { Executor } from '../db/database.ts';

interface About {
  actor?: string;
  subject?: string;
  merchantId?: string;
  address?: string;
}

/** Security events whose action begins so, oldest first. */
export async function securityEvents(db: Executor, action: string, about: About = {}) {
  const { merchantId, ...others } = about;
  let events = db
    .selectFrom('security_events')
    .select(['action', 'actor', 'subject', 'merchant_id as merchantId', 'address', 'at'])
    .where('action', 'like', `${action}%`)
    .orderBy('id');
  if (merchantId !== undefined) events = events.where('merchant_id', '=', merchantId);
  for (const [column, value] of Object.entries(others)) {
    events = events.where(column as keyof typeof others, '=', value);
  }
  return events.execute();
}

export const securityActions = async (db: Executor, action: string, about: About) =>
  (await securityEvents(db, action, about)).map((event) => event.action);
