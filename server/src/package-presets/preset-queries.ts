import type { PackagePreset } from '@portage/contract/orders/package-presets';
import type { Executor } from '../db/database.ts';
import { takeLock } from '../db/advisory-lock.ts';

/** A package preset as it is stored. */
export interface PresetRow {
  id: string;
  /** Its name as names are compared. */
  nameKey: string;
  /** The JSON text of the contract's `PackagePreset`. */
  document: string;
}

/** The package presets of a merchant, in the order of their keys. */
export function listPresetRows(db: Executor, merchantId: string): Promise<PresetRow[]> {
  return db
    .selectFrom('package_presets')
    .select(['id', 'name_key as nameKey', 'document'])
    .where('merchant_id', '=', merchantId)
    .orderBy('name_key')
    .execute();
}

/** Lists a merchant's package presets, locked against new names until the transaction ends. */
export async function lockPresetRows(trx: Executor, merchantId: string): Promise<PresetRow[]> {
  await takeLock(trx, 'package presets', merchantId);
  return listPresetRows(trx, merchantId);
}

/** Adds a package preset. */
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

/** Renames a package preset. False when it was deleted. */
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

/** Deletes a package preset of a merchant. False when there is none with this id. */
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
