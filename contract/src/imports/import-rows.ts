import { readText } from './import-cells.ts';
import type { ImportCell, OrderDetailsRow, OrderPackagesRow } from './import-columns.ts';
import { type ImportRules, type ReadOrder, readOrderRow } from './import-order.ts';
import type { ImportProblem } from './import-problems.ts';
import type { NumberedRow } from './import-row-reader.ts';

/** The rows of both files of an import; the first of each is row 1. */
export interface ImportRows {
  orderDetails: readonly OrderDetailsRow[];
  orderPackages: readonly OrderPackagesRow[];
}

/** What both files say. */
export interface ReadImport {
  /** Reads a row of the order details file, one function for each. */
  orders: (() => ReadOrder)[];
  /** Rows of the package file that belong to no order. */
  strayPackages: ImportProblem[];
}

/** The reference by which packages find their order, as `order_ref_number` gives it in either file. */
export function orderReferenceOf(cell: ImportCell | undefined): string | undefined {
  return readText(cell).value?.replace(/\s+/g, ' ');
}

/** The problem of a row of the order details file whose reference an earlier row has. */
export function duplicateProblem(row: number, earlier: number): ImportProblem {
  const place = { file: 'orderDetails', row, column: 'order_ref_number' } as const;
  return { ...place, code: 'refDuplicated', values: { row: earlier } };
}

/** The problem of a row of the package file that belongs to no order. */
export function strayPackageProblem(row: number, reference: string | undefined): ImportProblem {
  const place = { file: 'orderPackages', row, column: 'order_ref_number' } as const;
  return reference === undefined
    ? { ...place, code: 'required' }
    : { ...place, code: 'orderMissing', values: { value: reference } };
}

/**
 * Reads the rows of both files: packages join the first order with their reference, and a later
 * order with the same one is a duplicate.
 */
export function readImportRows(rows: ImportRows, rules: ImportRules): ReadImport {
  const firstRows = new Map<string, number>();
  for (const [index, { order_ref_number }] of rows.orderDetails.entries()) {
    const reference = orderReferenceOf(order_ref_number);
    if (reference && !firstRows.has(reference)) firstRows.set(reference, index + 1);
  }
  const packagesOf = new Map<string, NumberedRow<OrderPackagesRow>[]>();
  const strayPackages: ImportProblem[] = [];
  for (const [index, cells] of rows.orderPackages.entries()) {
    const row = index + 1;
    const reference = orderReferenceOf(cells.order_ref_number);
    if (reference === undefined || !firstRows.has(reference)) {
      strayPackages.push(strayPackageProblem(row, reference));
      continue;
    }
    const packages = packagesOf.get(reference) ?? [];
    packagesOf.set(reference, packages);
    packages.push({ row, cells });
  }
  const orders = rows.orderDetails.map((cells, index) => (): ReadOrder => {
    const row = index + 1;
    const reference = orderReferenceOf(cells.order_ref_number);
    const first = reference && firstRows.get(reference);
    if (!first || first === row) {
      return readOrderRow({ row, cells }, packagesOf.get(reference ?? '') ?? [], rules);
    }
    const {
      order: _,
      problems,
      ...read
    } = readOrderRow({ row, cells }, packagesOf.get(reference) ?? [], rules);
    return {
      ...read,
      packageRows: [],
      problems: [
        ...problems.filter(({ file }) => file === 'orderDetails'),
        duplicateProblem(row, first),
      ],
    };
  });
  return { orders, strayPackages };
}
