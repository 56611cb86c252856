import type { FastifyInstance } from 'fastify';
import { addressEndpoints } from '@portage/contract/addresses';
import { recordExport } from '../audit/record-export.ts';
import type { Deps } from '../deps.ts';
import { addRoute, JsonText } from '../http/endpoint-route.ts';
import { ApiError } from '../api-error.ts';
import { deleteSavedAddresses } from './address-queries.ts';
import { editAddress, mergeAddresses, restoreAddresses } from './edit-address.ts';
import { addressExports } from './export-addresses.ts';
import { findDuplicates } from './find-duplicates.ts';
import { importAddresses } from './import-addresses.ts';
import { listAddresses } from './list-addresses.ts';
import { createAddress } from './save-address.ts';

/** The address book. */
export function addressRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  const exportAddresses = addressExports(db);

  addRoute(app, addressEndpoints.list, async ({ session, query }) => {
    return new JsonText(await listAddresses(db, session.merchantId, query));
  });

  addRoute(app, addressEndpoints.create, async ({ session, body, idempotencyKey }) => {
    return new JsonText(await createAddress(deps, session, body, idempotencyKey));
  });

  addRoute(app, addressEndpoints.edit, ({ session, params, body }) =>
    editAddress(db, session.merchantId, params.id, body),
  );

  addRoute(app, addressEndpoints.delete, async ({ session, params }) => {
    const ids = await deleteSavedAddresses(db, session.merchantId, [params.id], clock.now());
    if (ids.length === 0) throw new ApiError('address_not_found');
    return null;
  });

  addRoute(app, addressEndpoints.deleteMany, async ({ session, body }) => ({
    ids: await deleteSavedAddresses(db, session.merchantId, body.ids, clock.now()),
  }));

  addRoute(app, addressEndpoints.restore, async ({ session, body }) => ({
    ids: await restoreAddresses(db, session.merchantId, body.ids),
  }));

  addRoute(app, addressEndpoints.import, async ({ body, ...importer }) => {
    return new JsonText(await importAddresses(deps, body, importer));
  });

  addRoute(app, addressEndpoints.export, async ({ session, query, address }) => {
    const file = exportAddresses(session.merchantId, query.freeSearch);
    await recordExport(deps, 'addresses.exported', { session, address });
    return file;
  });

  addRoute(app, addressEndpoints.duplicates, ({ session }) =>
    findDuplicates(db, session.merchantId),
  );

  addRoute(app, addressEndpoints.merge, ({ session, body }) =>
    mergeAddresses(deps, session.merchantId, body),
  );
}
