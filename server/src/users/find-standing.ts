import type { Executor } from '../db/database.ts';
import type { Session } from '../http/session.ts';
import { findPersonStanding, findServiceStanding, type Standing } from './merchant-user-queries.ts';

/** How whoever holds a session stands with its merchant now; undefined when the merchant is unknown. */
export function findStanding(
  db: Executor,
  { kind, merchantId, username }: Pick<Session, 'kind' | 'merchantId' | 'username'>,
): Promise<Standing | undefined> {
  const find = kind === 'user' ? findPersonStanding : findServiceStanding;
  return find(db, merchantId, username);
}
