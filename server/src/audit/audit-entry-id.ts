import { v7 as uuidv7 } from 'uuid';
import type { EpochMillis } from '@portage/contract/time';

/** Rises with every entry, so that those of one millisecond keep their sequence. */
let sequence = 0;

/** An id for what happened at a timestamp. Those that a process gives sort as it gave them. */
export function auditEntryId(at: EpochMillis): string {
  sequence = (sequence + 1) % 2 ** 32;
  return uuidv7({ msecs: at, seq: sequence });
}
