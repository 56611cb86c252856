import type { FastifyInstance } from 'fastify';
import { importEndpoints } from '@portage/contract/imports/imports';
import type { Deps } from '../deps.ts';
import { addBytesRoute, addRoute } from '../http/endpoint-route.ts';
import { checkRows } from './check-rows.ts';
import { cancelImport, getImport, listImports } from './import-records.ts';
import { inImportThreads, usable } from './import-threads.ts';
import { receiveFiles, receiveUpload } from './receive-files.ts';
import { undoImport } from './undo-import.ts';
import { Readable } from 'node:stream';
import { BYTE_ORDER_MARK, csvLine, type CsvValue } from '@portage/contract/csv';
import { type ImportFile, importColumns } from '@portage/contract/imports/import-columns';
import { importProblemText, type ImportProblem } from '@portage/contract/imports/import-problems';
import { strayPackageProblem } from '@portage/contract/imports/import-rows';
import type { Locale } from '@portage/contract/locale';
import type { Database } from '../db/database.ts';
import { FileContent } from '../http/file-content.ts';
import {
  type ImportKey,
  listFailedRows,
  listPackagesOf,
  listStrayPackages,
} from './import-row-queries.ts';
import { cellsInSequence } from './stored-cells.ts';

/** How many rows are read at once. */
const PAGE = 500;

/** Whose failures, of which file and in which language. */
interface FailuresRequest {
  id: string;
  file: ImportFile;
  locale: Locale;
}

/**
 * The rows of an import that failed, as they came, with a column `problem` in the language asked for.
 * Of the package file: the packages of failed orders, and those that belong to no order. Throws
 * `import_not_found`.
 */
async function exportFailures(
  db: Database,
  merchantId: string,
  { id, file, locale }: FailuresRequest,
): Promise<FileContent> {
  await getImport(db, merchantId, id);
  const key = { merchantId, importId: id };
  const lines = file === 'orderDetails' ? failedOrders(db, key, locale) : packages(db, key, locale);
  async function* pieces() {
    yield BYTE_ORDER_MARK + csvLine([...importColumns[file], 'problem']);
    yield* lines;
  }
  const name = file === 'orderDetails' ? 'failed_orders.csv' : 'failed_packages.csv';
  return new FileContent('text/csv; charset=utf-8', Readable.from(pieces()), {
    'content-disposition': `attachment; filename="${name}"`,
  });
}

/** Pages of what is listed by rows, one after the other. */
async function* pagesOf<Row extends { row: number }>(
  list: (page: { after: number; limit: number }) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let after = 0;
  for (;;) {
    const rows = await list({ after, limit: PAGE });
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.row ?? after;
  }
}

const lineOf = (cells: string, problem: string) =>
  csvLine([...cellsInSequence(cells).map((cell): CsvValue => cell ?? undefined), problem]);

async function* failedOrders(db: Database, key: ImportKey, locale: Locale) {
  for await (const rows of pagesOf((page) => listFailedRows(db, key, page))) {
    yield rows
      .map(({ cells, problems }) => lineOf(cells, problemsInWords(problems ?? '[]', locale)))
      .join('');
  }
}

/** All problems of a row in one cell, each with its column. */
function problemsInWords(problems: string, locale: Locale): string {
  return (JSON.parse(problems) as ImportProblem[])
    .map((problem) => {
      const text = importProblemText(problem, locale);
      return problem.column ? `${problem.column}: ${text}` : text;
    })
    .join(' ');
}

async function* packages(db: Database, key: ImportKey, locale: Locale) {
  for await (const rows of pagesOf((page) => listFailedRows(db, key, page))) {
    const failures = rows.flatMap(({ reference, problems }) =>
      reference !== null && !isDuplicate(problems) ? [{ reference, problems }] : [],
    );
    const problemsOf = new Map(failures.map(({ reference, problems }) => [reference, problems]));
    const own = await listPackagesOf(db, key, [...problemsOf.keys()]);
    yield own
      .map(({ reference, cells }) =>
        lineOf(cells, problemsInWords(problemsOf.get(reference ?? '') ?? '[]', locale)),
      )
      .join('');
  }
  for await (const rows of pagesOf((page) => listStrayPackages(db, key, page))) {
    yield rows
      .map(({ row, reference, cells }) =>
        lineOf(cells, importProblemText(strayPackageProblem(row, reference ?? undefined), locale)),
      )
      .join('');
  }
}

/** The packages of a reference that comes twice belong to its first row. */
const isDuplicate = (problems: string | null) =>
  (JSON.parse(problems ?? '[]') as ImportProblem[]).some(({ code }) => code === 'refDuplicated');

/** Importing orders from CSV files, and following, stopping and undoing imports. */
export function importRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;

  addBytesRoute(app, importEndpoints.upload, async (call) => {
    const { session, query, body, locale, idempotencyKey } = call;
    const request = { allowRepeat: query.allowRepeat ?? false, idempotencyKey };
    return { importId: await receiveUpload(deps, session, { json: body, locale }, request) };
  });

  addRoute(app, importEndpoints.create, async ({ session, query, body, idempotencyKey }) => {
    const request = { allowRepeat: query.allowRepeat ?? false, idempotencyKey };
    return { importId: await receiveFiles(deps, session, body, request) };
  });

  addBytesRoute(app, importEndpoints.check, async ({ session, body: json, locale }) => {
    const check = usable(await inImportThreads('readCheck', { json, locale }));
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

  addRoute(app, importEndpoints.failures, ({ session, params, query, locale }) =>
    exportFailures(db, session.merchantId, { id: params.id, file: query.file, locale }),
  );
}
