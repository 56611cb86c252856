import { v7 as uuidv7 } from 'uuid';
import { type Locale, REGIONAL_LOCALE } from '@portage/contract/locale';
import {
  MOST_PRESETS,
  type NewPackagePreset,
  type PackagePreset,
  packagePresetEndpoints,
} from '@portage/contract/orders/package-presets';
import { ApiError } from '../api-error.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { foldForSearch } from '@portage/contract/text';
import { once } from '../idempotency/once.ts';
import {
  deletePresetRow,
  insertPreset,
  listPresetRows,
  lockPresetRows,
  type PresetRow,
  updatePreset,
} from './preset-queries.ts';
import type { FastifyInstance } from 'fastify';
import { addRoute, JsonText } from '../http/endpoint-route.ts';

export function packagePresetRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;

  addRoute(app, packagePresetEndpoints.list, ({ session, locale }) =>
    listPresets(db, session.merchantId, locale),
  );

  addRoute(app, packagePresetEndpoints.create, async ({ session, body, idempotencyKey }) => {
    return new JsonText(await createPreset(deps, session.merchantId, body, idempotencyKey));
  });

  addRoute(app, packagePresetEndpoints.rename, ({ session, params, body }) =>
    renamePreset(db, session.merchantId, params.id, body.name),
  );

  addRoute(app, packagePresetEndpoints.delete, async ({ session, params }) => {
    await deletePreset(db, session.merchantId, params.id);
    return null;
  });
}

const presetOf = ({ document }: PresetRow) => JSON.parse(document) as PackagePreset;

/** Sorts "Box 2" before "Box 10". */
async function listPresets(
  db: Database,
  merchantId: string,
  locale: Locale,
): Promise<PackagePreset[]> {
  const { compare } = new Intl.Collator(REGIONAL_LOCALE[locale], { numeric: true });
  const rows = await listPresetRows(db, merchantId);
  return rows.map(presetOf).toSorted((one, other) => compare(one.name, other.name));
}

/** Returns JSON. Throws `preset_name_taken`, `too_many_presets`, and as `once` does. */
function createPreset(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  merchantId: string,
  newPreset: NewPackagePreset,
  idempotencyKey: string | undefined,
): Promise<string> {
  const now = clock.now();
  const call = 'POST /merchants/packagePresets';
  const request = { merchantId, key: idempotencyKey, call, body: newPreset, now };
  return db.transaction().execute((trx) =>
    once(trx, request, async () => {
      const others = await lockPresetRows(trx, merchantId);
      const nameKey = freeNameKey(newPreset.name, others);
      if (others.length >= MOST_PRESETS) {
        throw new ApiError('too_many_presets', { limit: MOST_PRESETS });
      }
      const preset: PackagePreset = { id: uuidv7({ msecs: now }), ...newPreset };
      await insertPreset(trx, merchantId, preset, nameKey);
      return JSON.stringify(preset);
    }),
  );
}

/** Throws `preset_not_found` and `preset_name_taken`. */
function renamePreset(
  db: Database,
  merchantId: string,
  id: string,
  name: string,
): Promise<PackagePreset> {
  return db.transaction().execute(async (trx) => {
    const rows = await lockPresetRows(trx, merchantId);
    const row = rows.find((one) => one.id === id.toLowerCase());
    if (!row) throw new ApiError('preset_not_found');
    const nameKey = freeNameKey(
      name,
      rows.filter((one) => one !== row),
    );
    const preset = { ...presetOf(row), name };
    const isSaved = await updatePreset(trx, merchantId, preset, nameKey);
    if (!isSaved) throw new ApiError('preset_not_found');
    return preset;
  });
}

/** Throws `preset_not_found`. */
async function deletePreset(db: Database, merchantId: string, id: string): Promise<void> {
  if (!(await deletePresetRow(db, merchantId, id))) throw new ApiError('preset_not_found');
}

/** Folds the name. Throws `preset_name_taken`. */
function freeNameKey(name: string, others: readonly PresetRow[]): string {
  const nameKey = foldForSearch(name);
  const holder = others.find((other) => other.nameKey === nameKey);
  if (holder) throw new ApiError('preset_name_taken', { name: presetOf(holder).name });
  return nameKey;
}
