import type { FastifyInstance } from 'fastify';
import { importEndpoints, type ImportQuery } from '@portage/contract/imports/imports';
import type { Deps } from '../deps.ts';
import { addBytesRoute, addRoute } from '../http/endpoint-route.ts';
import { checkRows } from './check-rows.ts';
import { exportFailures, exportResults } from './export-import.ts';
import {
  cancelImport,
  getImport,
  getImportColumns,
  listImports,
  rememberImportColumns,
  undoImport,
} from './import-records.ts';
import {
  readInThread,
  usable,
  receiveFiles,
  receiveUpload,
  type ImportRequest,
} from './receive-import.ts';

const requestOf = (
  { allowRepeat = false, confirmed = false, attention }: ImportQuery,
  idempotencyKey: string | undefined,
): ImportRequest => ({ allowRepeat, confirmed, attention, idempotencyKey });

export function importRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;

  addBytesRoute(app, importEndpoints.upload, async (call) => {
    const { session, query, body: json, locale, idempotencyKey } = call;
    const request = requestOf(query, idempotencyKey);
    return { importId: await receiveUpload(deps, session, { json, locale }, request) };
  });

  addRoute(app, importEndpoints.create, async ({ session, query, body, idempotencyKey }) => {
    const request = requestOf(query, idempotencyKey);
    return { importId: await receiveFiles(deps, session, body, request) };
  });

  addBytesRoute(app, importEndpoints.check, async ({ session, body: json, locale }) => {
    const check = usable(await readInThread('readCheck', { json, locale }, session));
    return checkRows(deps, session, check, locale);
  });

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

  addRoute(app, importEndpoints.columns, ({ session }) => getImportColumns(db, session.merchantId));

  addRoute(app, importEndpoints.rememberColumns, ({ session, body }) =>
    rememberImportColumns(db, session.merchantId, body),
  );

  addRoute(app, importEndpoints.failures, ({ session, params, query, locale }) =>
    exportFailures(db, session.merchantId, { id: params.id, file: query.file, locale }),
  );

  addRoute(app, importEndpoints.results, ({ session, params }) =>
    exportResults(db, session.merchantId, params.id),
  );
}
