import { readOrderRow } from '@portage/contract/import-order';
import { isWarning, type ImportProblem } from '@portage/contract/import-problems';
import { duplicateProblem } from '@portage/contract/import-rows';
import type { Merchant } from '@portage/contract/merchants';
import type { NewOrder } from '@portage/contract/new-order';
import type { Executor } from '../db/database.ts';
import { inTurns } from '../threads/in-turns.ts';
import {
  findFirstRows,
  type ImportKey,
  listImportRows,
  listPackagesOf,
} from './import-row-queries.ts';
import { importRulesOf } from './import-rules.ts';
import { cellsByColumn } from './stored-cells.ts';

/** What the next rows of an import say. */
export interface ReadBatch {
  /** The last row that was read. */
  through: number;
  orders: { row: number; newOrder: NewOrder }[];
  failed: { row: number; problems: ImportProblem[] }[];
  /** Whether no row comes after these. */
  isLast: boolean;
}

/**
 * Reads the next rows of an import with their packages. Packages go to the first row with their
 * reference; a later one with the same reference fails.
 */
export async function readBatch(
  db: Executor,
  key: ImportKey,
  merchant: Merchant,
  { after, limit }: { after: number; limit: number },
): Promise<ReadBatch> {
  const rows = await listImportRows(db, key, { after, limit });
  const references = [...new Set(rows.flatMap(({ reference }) => reference ?? []))];
  const [firstRows, packages] = await Promise.all([
    findFirstRows(db, key, references),
    listPackagesOf(db, key, references),
  ]);
  const packagesOf = Map.groupBy(packages, ({ reference }) => reference);
  const rules = importRulesOf(merchant);
  const batch: ReadBatch = {
    through: rows.at(-1)?.row ?? after,
    orders: [],
    failed: [],
    isLast: rows.length < limit,
  };
  await inTurns(rows, ({ row, reference, cells }) => {
    const first = reference === null ? row : (firstRows.get(reference) ?? row);
    const own = first === row && reference !== null ? (packagesOf.get(reference) ?? []) : [];
    const { order, problems } = readOrderRow(
      { row, cells: cellsByColumn('orderDetails', cells) },
      own.map((one) => ({ row: one.row, cells: cellsByColumn('orderPackages', one.cells) })),
      rules,
    );
    if (first !== row) batch.failed.push({ row, problems: [duplicateProblem(row, first)] });
    else if (order) batch.orders.push({ row, newOrder: order });
    else batch.failed.push({ row, problems: problems.filter((one) => !isWarning(one)) });
  });
  return batch;
}
