import { sql, type RawBuilder } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';

/** A moment in SQL, to be compared with a column; that is not cast then, so that its index serves. */
export const moment = (at: EpochMillis): RawBuilder<number> =>
  sql<number>`${new Date(at)}::timestamptz`;
