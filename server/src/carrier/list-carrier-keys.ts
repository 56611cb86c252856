import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { listStoredCarrierKeys } from './carrier-key-queries.ts';

/** A key of the carrier, without the key. */
export interface CarrierKeyEntry {
  id: string;
  name: string;
  createdAt: EpochMillis;
  /** Null while it is in force. */
  revokedAt: EpochMillis | null;
}

/** The keys of the carrier's systems, also those that were revoked, the newest first. */
export function listCarrierKeys(db: Executor): Promise<CarrierKeyEntry[]> {
  return listStoredCarrierKeys(db);
}
