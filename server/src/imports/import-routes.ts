import type { FastifyInstance } from 'fastify';
import { importEndpoints } from '@portage/contract/imports';
import type { Deps } from '../deps.ts';
import { addRoute } from '../http/endpoint-route.ts';
import { checkRows } from './check-rows.ts';
import { exportFailures } from './export-failures.ts';
import { cancelImport, getImport, listImports } from './import-records.ts';
import { receiveFiles } from './receive-files.ts';
import { undoImport } from './undo-import.ts';
import { uploadRows } from './upload-rows.ts';

/** Importing orders from CSV files, and following, stopping and undoing imports. */
export function importRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;

  addRoute(app, importEndpoints.upload, async ({ session, query, body, idempotencyKey }) => {
    const request = { allowRepeat: query.allowRepeat ?? false, idempotencyKey };
    return { importId: await uploadRows(deps, session, body, request) };
  });

  addRoute(app, importEndpoints.create, async ({ session, query, body, idempotencyKey }) => {
    const request = { allowRepeat: query.allowRepeat ?? false, idempotencyKey };
    return { importId: await receiveFiles(deps, session, body, request) };
  });

  addRoute(app, importEndpoints.check, ({ session, body, locale }) =>
    checkRows(deps, session, body, locale),
  );

  addRoute(app, importEndpoints.list, ({ session, query }) =>
    listImports(db, session.merchantId, query),
  );

  addRoute(app, importEndpoints.get, ({ session, params }) =>
    getImport(db, session.merchantId, params.id),
  );

  addRoute(app, importEndpoints.cancel, ({ session, params }) =>
    cancelImport(deps, session.merchantId, params.id),
  );

  addRoute(app, importEndpoints.undo, ({ session, params }) =>
    undoImport(deps, session, params.id),
  );

  addRoute(app, importEndpoints.failures, ({ session, params, query, locale }) =>
    exportFailures(db, session.merchantId, { id: params.id, file: query.file, locale }),
  );
}
