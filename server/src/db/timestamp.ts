import { sql, type RawBuilder } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';

/** A timestamp in SQL, to be compared with a column; that is not cast then, so that its index serves. */
export const timestamp = (at: EpochMillis): RawBuilder<number> =>
  sql<number>`${new Date(at)}::timestamptz`;
