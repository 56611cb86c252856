import type { FastifyInstance } from 'fastify';
import { REGIONAL_LOCALE } from '@portage/contract/locale';
import {
  MOST_PRESETS,
  type PackagePreset,
  packagePresetEndpoints,
} from '@portage/contract/orders/package-presets';
import type { Deps } from '../deps.ts';
import { addRoute, JsonText } from '../http/endpoint-route.ts';
import { namedDocuments } from '../named-documents/named-documents.ts';

const presets = namedDocuments<PackagePreset>({
  table: 'package_presets',
  call: 'POST /merchants/packagePresets',
  most: MOST_PRESETS,
  read: (document) => JSON.parse(document) as PackagePreset,
  nameTaken: 'preset_name_taken',
  tooMany: 'too_many_presets',
  notFound: 'preset_not_found',
});

/** A merchant's users share them. */
export function packagePresetRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;

  addRoute(app, packagePresetEndpoints.list, async ({ session: { merchantId }, locale }) => {
    // Sorts "Box 2" before "Box 10".
    const { compare } = new Intl.Collator(REGIONAL_LOCALE[locale], { numeric: true });
    const listed = await presets.list(db, { merchantId });
    return listed.toSorted((one, other) => compare(one.name, other.name));
  });

  addRoute(app, packagePresetEndpoints.create, async (call) => {
    const { session, body, idempotencyKey } = call;
    const { merchantId } = session;
    return new JsonText(await presets.create(deps, { merchantId }, body, idempotencyKey));
  });

  addRoute(app, packagePresetEndpoints.rename, ({ session: { merchantId }, params, body }) =>
    presets.change(db, { merchantId }, params.id, (preset) => ({ ...preset, name: body.name })),
  );

  addRoute(app, packagePresetEndpoints.delete, ({ session: { merchantId }, params }) =>
    presets.remove(db, { merchantId }, params.id),
  );
}
