import type {
  ImportFile,
  OrderDetailsRow,
  OrderPackagesRow,
} from '@portage/contract/imports/import-columns';
import {
  type ImportCorrection,
  type ImportProblem,
  severityOf,
} from '@portage/contract/imports/import-problems';
import type { ReadTables } from './chosen-files.ts';

export interface OrderGroup {
  /** Their meaning changes, which the merchant must confirm. */
  readonly toConfirm: boolean;
  /** They cannot be delivered until they are corrected. */
  readonly attention: boolean;
  readonly orders: number;
  readonly packages: number;
  /** Orders whose current cells the server has not checked. */
  readonly unchecked: number;
  /** Prices of the checked orders before tax, in cents by currency. */
  readonly cents: Readonly<Record<string, number>>;
}

export interface ImportChoices {
  readonly confirmed: boolean;
  readonly createsAttention: boolean;
}

export const EVERYTHING: ImportChoices = { confirmed: true, createsAttention: true };

/** Sums the orders that are created with the choices made. */
export function importTotals(
  groups: readonly OrderGroup[],
  { confirmed, createsAttention }: ImportChoices,
): Omit<OrderGroup, 'toConfirm' | 'attention'> {
  const totals = { orders: 0, packages: 0, unchecked: 0, cents: {} as Record<string, number> };
  for (const group of groups) {
    if ((group.toConfirm && !confirmed) || (group.attention && !createsAttention)) continue;
    totals.orders += group.orders;
    totals.packages += group.packages;
    totals.unchecked += group.unchecked;
    for (const [currency, cents] of Object.entries(group.cents)) {
      totals.cents[currency] = (totals.cents[currency] ?? 0) + cents;
    }
  }
  return totals;
}

export const ordersIn = (groups: readonly OrderGroup[], mark?: 'toConfirm' | 'attention'): number =>
  groups.reduce((sum, group) => (!mark || group[mark] ? sum + group.orders : sum), 0);

interface CountedChange {
  readonly problem: ImportProblem;
  readonly orders: number;
}

/** Readings of rows that repeat their order and have a package. */
export const repeatUses = ['errors', 'packages', 'items'] as const;
export type RepeatUse = (typeof repeatUses)[number];

export interface ImportSummary {
  readonly orders: number;
  /** Orders that can be created. The others have errors. */
  readonly groups: readonly OrderGroup[];
  readonly changes: readonly CountedChange[];
  readonly corrections: Readonly<Record<string, number>>;
  readonly stray: number;
  readonly unnumbered: number;
  readonly withoutService: number;
  readonly joined: ReadTables['joined'];
  readonly repeats: ReadTables['repeats'];
  readonly rows: Readonly<Record<ImportFile, number>>;
  /** Rows of each file that have an error or cannot be delivered. */
  readonly rowsWithProblems: Readonly<Record<ImportFile, number>>;
  /** Rows of each file that have a warning or change meaning. */
  readonly rowsWithWarnings: Readonly<Record<ImportFile, number>>;
  readonly canUndo: boolean;
}

export interface ImportOpening {
  readonly file: ImportFile;
  readonly rows: readonly number[];
  /** The first cell with a problem; without one all rows are shown. */
  readonly problem: ProblemPlace | undefined;
}

/** A cell with a problem; without a column it concerns the whole row. */
export interface ProblemPlace {
  readonly row: number;
  readonly column: string | undefined;
}

export type RowFilter = 'all' | 'problems' | 'warnings' | 'corrected';

/** False for warnings. */
export function needsFix(problem: ImportProblem): boolean {
  const severity = severityOf(problem);
  return severity === 'error' || severity === 'attention';
}

export interface ShownRow {
  readonly row: number;
  /** Its number in the file as a spreadsheet shows it. */
  readonly line: number;
  readonly cells: readonly string[];
  readonly problems: readonly ImportProblem[];
  readonly corrections: readonly ImportCorrection[];
}

export interface ServerBatch {
  readonly orderDetailsCsv: OrderDetailsRow[];
  readonly orderPackagesCsv: OrderPackagesRow[];
  /** Row of each in the whole file. */
  readonly detailsRows: number[];
  readonly packagesRows: number[];
  readonly version: number;
}
