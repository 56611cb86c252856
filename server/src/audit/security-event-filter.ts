import type { EpochMillis } from '@portage/contract/time';

/** Which security events to look at: those that have all of what is named. */
export interface SecurityEventFilter {
  /** The first timestamp. */
  since?: EpochMillis | undefined;
  /** The first timestamp that is too late. */
  until?: EpochMillis | undefined;
  merchantId?: string | undefined;
  /** Whatever the case. */
  actor?: string | undefined;
  action?: string | undefined;
  address?: string | undefined;
}
