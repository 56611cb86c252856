import type { SavedAddress } from '@portage/contract/addresses';
import type { Database, Executor } from '../db/database.ts';
import { ApiError } from '../api-error.ts';
import { deleteSavedAddresses, lockSavedAddresses, updateSavedAddress } from './address-queries.ts';
import { addressRowOf } from './address-row.ts';
import type { Deps } from '../deps.ts';

async function replace(trx: Executor, saved: SavedAddress): Promise<SavedAddress> {
  const row = { id: saved.id, ...addressRowOf(saved) };
  if (!(await updateSavedAddress(trx, saved.merchantId, row))) {
    throw new ApiError('address_saved_already');
  }
  return saved;
}

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
  return db.transaction().execute(async (trx) => {
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
  return db.transaction().execute(async (trx) => {
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
