import { sql, type RawBuilder } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';

/** For comparisons: a cast column would lose its index. */
export const timestamp = (at: EpochMillis): RawBuilder<number> =>
  sql<number>`${new Date(at)}::timestamptz`;
