import {
  type ImportCell,
  ImportFile,
  type OrderDetailsRow,
  type OrderPackagesRow,
} from './import-columns.ts';
import type { ImportProblem } from './import-problems.ts';
import {
  type ImportRules,
  type ReadOrder,
  readOrderRow,
  orderReferenceOf,
  strayPackageProblem,
} from './import-rows.ts';

export interface WrittenCell {
  readonly row: number;
  readonly column: string;
  readonly value: string;
}

/** Rows by column; the first is row 1. */
interface ImportTables {
  orderDetails: OrderDetailsRow[];
  orderPackages: OrderPackagesRow[];
}

/** Ascending. */
type RowsByReference = Map<string, number[]>;

/** Joins packages to the first order with their reference, or to the row of `orderRows`. */
export class CheckedRows {
  /** One for each checked row of the order details file. */
  readonly orders: ReadOrder[] = [];
  /** The problem of each package row that belongs to no order. */
  readonly strayPackages = new Map<number, ImportProblem>();

  private readonly tables: ImportTables;
  private readonly rules: ImportRules;
  private readonly orderRows: readonly number[] | undefined;
  private readonly packagesByOrder: ReadonlyMap<number, number[]> | undefined;
  private readonly references: Record<ImportFile, RowsByReference> = {
    orderDetails: new Map(),
    orderPackages: new Map(),
  };

  constructor(tables: ImportTables, rules: ImportRules, orderRows?: readonly number[]) {
    this.tables = tables;
    this.rules = rules;
    this.orderRows = orderRows;
    this.packagesByOrder =
      orderRows &&
      Map.groupBy(
        orderRows.map((_, index) => index + 1),
        (row) => orderRows[row - 1] ?? 0,
      );
    for (const file of ImportFile.options) {
      for (const row of tables[file].keys()) this.remember(file, row + 1);
    }
    for (const row of tables.orderPackages.keys()) this.checkStray(row + 1);
  }

  /** Checks an order's row, and keeps what was read. */
  checkOrder(row: number): ReadOrder {
    const cells = this.tables.orderDetails[row - 1] ?? {};
    const reference = this.referenceOf('orderDetails', row);
    const first = reference === undefined ? row : (this.firstOrder(reference) ?? row);
    const own =
      reference !== undefined && this.packagesByOrder
        ? (this.packagesByOrder.get(row) ?? [])
        : this.rowsOf('orderPackages', reference);
    const packages = {
      count: own.length,
      read: (most: number) =>
        own.slice(0, most).map((number) => ({
          row: number,
          cells: this.tables.orderPackages[number - 1] ?? {},
        })),
    };
    const read = readOrderRow({ row, cells }, packages, this.rules, first);
    this.orders[row - 1] = read;
    return read;
  }

  /** Row of the order that a package row belongs to, or undefined for a stray one. */
  orderOfPackage(row: number): number | undefined {
    const reference = this.referenceOf('orderPackages', row);
    if (reference === undefined) return undefined;
    return this.orderRows?.[row - 1] ?? this.firstOrder(reference);
  }

  /** False where `orderRows` joins it to a row that repeats a reference. */
  canSendPackage(row: number): boolean {
    const reference = this.referenceOf('orderPackages', row);
    const order = this.orderRows?.[row - 1];
    return !order || !reference || this.firstOrder(reference) === order;
  }

  /** Writes cells and checks their orders again; returns these orders' rows. */
  write(file: ImportFile, cells: readonly WrittenCell[]): Set<number> {
    const references = new Set<string | undefined>();
    const orders = new Set<number>();
    const rows = new Set(cells.map(({ row }) => row));
    for (const row of rows) {
      references.add(this.referenceOf(file, row));
      this.forget(file, row);
    }
    for (const { row, column, value } of cells) {
      const target: Record<string, ImportCell | undefined> | undefined = this.tables[file][row - 1];
      if (target) target[column] = value;
    }
    for (const row of rows) {
      references.add(this.referenceOf(file, row));
      this.remember(file, row);
      if (file === 'orderDetails') orders.add(row);
    }
    for (const reference of references) {
      for (const row of this.rowsOf('orderDetails', reference)) orders.add(row);
      for (const row of this.rowsOf('orderPackages', reference)) this.checkStray(row);
    }
    if (file === 'orderPackages') for (const row of rows) this.checkStray(row);
    for (const row of orders) this.checkOrder(row);
    return orders;
  }

  private referenceOf(file: ImportFile, row: number): string | undefined {
    return orderReferenceOf(this.tables[file][row - 1]?.order_ref_number);
  }

  private rowsOf(file: ImportFile, reference: string | undefined): number[] {
    return (reference && this.references[file].get(reference)) || [];
  }

  private firstOrder(reference: string): number | undefined {
    return this.rowsOf('orderDetails', reference)[0];
  }

  private remember(file: ImportFile, row: number): void {
    const reference = this.referenceOf(file, row);
    if (reference === undefined) return;
    const rows = this.references[file].get(reference) ?? [];
    rows.splice(rows.findLastIndex((other) => other < row) + 1, 0, row);
    this.references[file].set(reference, rows);
  }

  private forget(file: ImportFile, row: number): void {
    const reference = this.referenceOf(file, row);
    if (reference === undefined) return;
    const rows = this.rowsOf(file, reference);
    rows.splice(rows.indexOf(row), 1);
  }

  private checkStray(row: number): void {
    const reference = this.referenceOf('orderPackages', row);
    const isStray = reference === undefined || this.firstOrder(reference) === undefined;
    const cell = this.tables.orderPackages[row - 1]?.order_ref_number;
    if (isStray) this.strayPackages.set(row, strayPackageProblem(row, cell));
    else this.strayPackages.delete(row);
  }
}
