import type { PackagePreset } from '@portage/contract/orders/package-presets';
import type { Executor } from '../db/database.ts';
import { takeLock } from '../db/advisory-lock.ts';

export interface PresetRow {
  id: string;
  /** Folded. */
  nameKey: string;
  /** JSON of the contract's `PackagePreset`. */
  document: string;
}

/** In the order of keys. */
export function listPresetRows(db: Executor, merchantId: string): Promise<PresetRow[]> {
  return db
    .selectFrom('package_presets')
    .select(['id', 'name_key as nameKey', 'document'])
    .where('merchant_id', '=', merchantId)
    .orderBy('name_key')
    .execute();
}

/** Locks against new names until the transaction ends. */
export async function lockPresetRows(trx: Executor, merchantId: string): Promise<PresetRow[]> {
  await takeLock(trx, 'package presets', merchantId);
  return listPresetRows(trx, merchantId);
}

export async function insertPreset(
  trx: Executor,
  merchantId: string,
  preset: PackagePreset,
  nameKey: string,
): Promise<void> {
  await trx
    .insertInto('package_presets')
    .values({
      merchant_id: merchantId,
      id: preset.id,
      name_key: nameKey,
      document: JSON.stringify(preset),
    })
    .execute();
}

/** False when it was deleted. */
export async function updatePreset(
  trx: Executor,
  merchantId: string,
  preset: PackagePreset,
  nameKey: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('package_presets')
    .set({ name_key: nameKey, document: JSON.stringify(preset) })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', preset.id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** False when there is none. */
export async function deletePresetRow(
  db: Executor,
  merchantId: string,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('package_presets')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
