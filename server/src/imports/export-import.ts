import { Readable } from 'node:stream';
import { BYTE_ORDER_MARK, csvLine, type CsvValue } from '@portage/contract/csv';
import { type ImportFile, importColumns } from '@portage/contract/imports/import-columns';
import { importProblemText, type ImportProblem } from '@portage/contract/imports/import-problems';
import { strayPackageProblem } from '@portage/contract/imports/import-rows';
import type { Locale } from '@portage/contract/locale';
import type { Database } from '../db/database.ts';
import { FileContent } from '../http/file-content.ts';
import { findOrders } from '../orders/get-order.ts';
import { inTurns } from '../threads/in-turns.ts';
import {
  type ImportRecord,
  findFirstRows,
  type ImportKey,
  listImportRows,
  listPackagesOf,
  listStrayPackages,
  listUncreatedRows,
} from './import-queries.ts';
import { getImportRecord } from './import-records.ts';
import { rowIdsOf } from './run-import.ts';
import { cellsByColumn, cellsInSequence } from './stored-cells.ts';

const PAGE = 500;

interface FailuresRequest {
  id: string;
  file: ImportFile;
  locale: Locale;
}

/**
 * Exports rows without an order as they arrived, plus a translated `problem` column. The package
 * file has their packages, and packages without an order. Throws `import_not_found`.
 */
export async function exportFailures(
  db: Database,
  merchantId: string,
  { id, file, locale }: FailuresRequest,
): Promise<FileContent> {
  const uncreated = uncreatedRows(db, await getImportRecord(db, merchantId, id));
  const key = { merchantId, importId: id };
  return file === 'orderDetails'
    ? csvFile('failed_orders.csv', [...importColumns[file], 'problem'], orders(uncreated, locale))
    : csvFile(
        'failed_packages.csv',
        [...importColumns[file], 'problem'],
        packages(db, key, uncreated, locale),
      );
}

/** Exports the orders of an import that still exist. Throws `import_not_found`. */
export async function exportResults(
  db: Database,
  merchantId: string,
  id: string,
): Promise<FileContent> {
  const record = await getImportRecord(db, merchantId, id);
  const headers = ['order_ref_number', 'order_id', 'tracking_number'];
  return csvFile('created_orders.csv', headers, results(db, record));
}

function csvFile(name: string, headers: string[], lines: AsyncIterable<string>): FileContent {
  async function* pieces() {
    yield BYTE_ORDER_MARK + csvLine(headers);
    yield* lines;
  }
  return new FileContent('text/csv; charset=utf-8', Readable.from(pieces()), {
    'content-disposition': `attachment; filename="${name}"`,
  });
}

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

interface UncreatedRow {
  row: number;
  reference: string | null;
  cells: string;
  problems: ImportProblem[];
}

/** Rows that failed or that a stopped import did not reach. */
async function* uncreatedRows(
  db: Database,
  { merchant_id: merchantId, id: importId, state, done_through }: ImportRecord,
): AsyncGenerator<UncreatedRow[]> {
  const hasStopped = state === 'CANCELLED' || state === 'FAILED';
  const reached = hasStopped ? done_through : undefined;
  const key = { merchantId, importId };
  for await (const rows of pagesOf((page) => listUncreatedRows(db, key, { ...page, reached }))) {
    yield await inTurns(rows, ({ problems, ...row }): UncreatedRow => ({
      ...row,
      problems:
        problems === null
          ? [{ file: 'orderDetails', row: row.row, code: 'notReached' }]
          : (JSON.parse(problems) as ImportProblem[]),
    }));
  }
}

const lineOf = (file: ImportFile, cells: string, problem: string) =>
  csvLine([...cellsInSequence(file, cells).map((cell): CsvValue => cell ?? undefined), problem]);

async function* orders(uncreated: AsyncIterable<UncreatedRow[]>, locale: Locale) {
  for await (const rows of uncreated) {
    const lines = await inTurns(rows, ({ cells, problems }) =>
      lineOf('orderDetails', cells, problemsInWords(problems, locale)),
    );
    yield lines.join('');
  }
}

function problemsInWords(problems: readonly ImportProblem[], locale: Locale): string {
  return problems
    .map((problem) => {
      const text = importProblemText(problem, locale);
      return problem.column ? `${problem.column}: ${text}` : text;
    })
    .join(' ');
}

async function* packages(
  db: Database,
  key: ImportKey,
  uncreated: AsyncIterable<UncreatedRow[]>,
  locale: Locale,
) {
  for await (const rows of uncreated) {
    const references = rows.flatMap(({ reference }) => reference ?? []);
    const firstRows = await findFirstRows(db, key, references);
    // Packages of a repeated reference belong to its first row.
    const owners = new Map(
      rows.flatMap((one) =>
        one.reference !== null && firstRows.get(one.reference)?.row === one.row
          ? [[one.reference, one.problems]]
          : [],
      ),
    );
    const own = await listPackagesOf(db, key, [...owners.keys()]);
    const lines = await inTurns(own, ({ row, reference, cells }) => {
      // A line of thousands would repeat the problems of all others.
      const told = (owners.get(reference ?? '') ?? []).filter(
        (problem) => problem.file === 'orderDetails' || problem.row === row,
      );
      return lineOf('orderPackages', cells, problemsInWords(told, locale));
    });
    yield lines.join('');
  }
  for await (const rows of pagesOf((page) => listStrayPackages(db, key, page))) {
    const lines = await inTurns(rows, ({ row, cells }) => {
      const { order_ref_number: cell } = cellsByColumn('orderPackages', cells);
      const problem = importProblemText(strayPackageProblem(row, cell), locale);
      return lineOf('orderPackages', cells, problem);
    });
    yield lines.join('');
  }
}

async function* results(db: Database, record: ImportRecord) {
  const { merchant_id: merchantId, id: importId } = record;
  const idOf = rowIdsOf(record);
  const key = { merchantId, importId };
  for await (const rows of pagesOf((page) => listImportRows(db, key, page))) {
    const found = await findOrders(
      db,
      merchantId,
      rows.map(({ row }) => idOf(row)),
    );
    yield rows
      .flatMap(({ row, reference }) => {
        const order = found.get(idOf(row))?.order;
        return order ? [csvLine([reference ?? '', order.id, order.trackingNumber])] : [];
      })
      .join('');
  }
}
