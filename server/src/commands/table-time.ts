import type { EpochMillis } from '@portage/contract/time';

/** A timestamp as it stands in tables: UTC to the second, without the letters of ISO 8601. */
export const tableTime = (at: EpochMillis): string =>
  new Date(at).toISOString().slice(0, 19).replace('T', ' ');
