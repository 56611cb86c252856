import type { Database } from '../db/database.ts';
import {
  type SecurityEventFilter,
  findSecurityEventBefore,
  listSecurityEventsAfter,
} from './security-event-queries.ts';

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
