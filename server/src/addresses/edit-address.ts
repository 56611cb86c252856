import type { SavedAddress } from '@portage/contract/addresses';
import { DatabaseError } from 'pg';
import type { Database, Executor } from '../db/database.ts';
import { retryConflicts } from '../db/retry-conflicts.ts';
import { ApiError } from '../api-error.ts';
import {
  deleteSavedAddresses,
  lockSavedAddresses,
  restoreSavedAddresses,
  updateSavedAddress,
} from './address-queries.ts';
import { addressRowOf } from './address-row.ts';
import type { Deps } from '../deps.ts';

/** Tells whether PostgreSQL refused a row because another one has the same key. */
const isUniqueViolation = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '23505';

async function replace(trx: Executor, saved: SavedAddress): Promise<SavedAddress> {
  try {
    await updateSavedAddress(trx, saved.merchantId, { id: saved.id, ...addressRowOf(saved) });
  } catch (error) {
    throw isUniqueViolation(error) ? new ApiError('address_saved_already') : error;
  }
  return saved;
}

/** Two people who edit or merge the same recipients at once may wait for each other (a deadlock). */
const inTransaction = <Result>(db: Database, write: (trx: Executor) => Promise<Result>) =>
  retryConflicts(() => db.transaction().execute(write));

/**
 * Replaces the recipient or the address of a saved recipient. Raises `address_not_found` and
 * `address_saved_already`.
 */
export function editAddress(
  db: Database,
  merchantId: string,
  id: string,
  changes: {
    recipient?: SavedAddress['recipient'] | undefined;
    address?: SavedAddress['address'] | undefined;
  },
): Promise<SavedAddress> {
  return inTransaction(db, async (trx) => {
    const document = (await lockSavedAddresses(trx, merchantId, [id])).get(id);
    if (document === undefined) throw new ApiError('address_not_found');
    const saved = JSON.parse(document) as SavedAddress;
    const { recipient = saved.recipient, address = saved.address } = changes;
    return replace(trx, { ...saved, recipient, address });
  });
}

/** A saved recipient with what it lacks taken from another. */
function completedBy(saved: SavedAddress, other: SavedAddress): SavedAddress {
  return {
    ...saved,
    recipient: { ...other.recipient, ...saved.recipient },
    address: {
      ...(other.address.unit !== undefined && { unit: other.address.unit }),
      ...saved.address,
    },
  };
}

/**
 * Keeps one of several recipients, completed by the others in their order, and deletes these. Raises
 * `address_not_found` when one of them is gone, and `address_saved_already`.
 */
export function mergeAddresses(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  merchantId: string,
  { keepId, ids }: { keepId: string; ids: readonly string[] },
): Promise<SavedAddress> {
  return inTransaction(db, async (trx) => {
    const found = await lockSavedAddresses(trx, merchantId, [keepId, ...ids]);
    const [kept, ...others] = [keepId, ...ids].map((id) => {
      const document = found.get(id);
      if (document === undefined) throw new ApiError('address_not_found');
      return JSON.parse(document) as SavedAddress;
    });
    if (!kept) throw new ApiError('address_not_found');
    await deleteSavedAddresses(trx, merchantId, ids, clock.now());
    return replace(trx, others.reduce(completedBy, kept));
  });
}

/**
 * Restores deleted recipients, unless the same ones were saved again meanwhile; gives the ids of those
 * restored.
 */
export async function restoreAddresses(
  db: Database,
  merchantId: string,
  ids: readonly string[],
): Promise<string[]> {
  const restore = () => retryConflicts(() => restoreSavedAddresses(db, merchantId, ids));
  try {
    return await restore();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // One of them was being saved again: now that it is saved, it is seen.
    return restore();
  }
}
