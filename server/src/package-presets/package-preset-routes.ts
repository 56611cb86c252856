import type { FastifyInstance } from 'fastify';
import { packagePresetEndpoints } from '@portage/contract/orders/package-presets';
import type { Deps } from '../deps.ts';
import { addRoute, JsonText } from '../http/endpoint-route.ts';
import { createPreset, deletePreset, listPresets, renamePreset } from './package-presets.ts';

/** The packages that a merchant remembers by name. */
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
