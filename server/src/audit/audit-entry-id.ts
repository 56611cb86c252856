import { v7 as uuidv7 } from 'uuid';
import type { EpochMillis } from '@portage/contract/time';

/** Keeps the sequence within a millisecond. */
let sequence = 0;

/** Ids of one process sort in sequence. */
export function auditEntryId(at: EpochMillis): string {
  sequence = (sequence + 1) % 2 ** 32;
  return uuidv7({ msecs: at, seq: sequence });
}
