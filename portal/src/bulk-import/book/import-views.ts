import type {
  ImportFile,
  OrderDetailsRow,
  OrderPackagesRow,
} from '@portage/contract/imports/import-columns';
import type { ImportCorrection } from '@portage/contract/imports/import-corrections';
import type { ImportProblem } from '@portage/contract/imports/import-problems';

/** What an import comes to as its rows stand. */
export interface ImportSummary {
  readonly orders: number;
  readonly ready: number;
  readonly packages: number;
  /** Orders that the server has not checked as they stand. */
  readonly unchecked: number;
  /** How often each correction was made. */
  readonly corrections: Readonly<Record<string, number>>;
  /** What the checked orders cost before tax, in cents by currency. */
  readonly cents: Readonly<Record<string, number>>;
  /** Package rows that belong to no order. */
  readonly stray: number;
  /** Rows of each file. */
  readonly rows: Readonly<Record<ImportFile, number>>;
  /** Rows of each file that have a problem. */
  readonly rowsWithProblems: Readonly<Record<ImportFile, number>>;
  /** Rows of each file that have a warning, and maybe a problem, too. */
  readonly rowsWithWarnings: Readonly<Record<ImportFile, number>>;
  readonly canUndo: boolean;
}

/** Which rows of a file are shown. */
export type RowFilter = 'all' | 'problems' | 'warnings' | 'corrected';

/** A row as the grid shows it. */
export interface ShownRow {
  readonly row: number;
  /** Its number in the file as a spreadsheet shows it. */
  readonly line: number;
  readonly cells: readonly string[];
  readonly problems: readonly ImportProblem[];
  readonly corrections: readonly ImportCorrection[];
}

/** Rows of orders and of their packages, to be checked by the server together. */
export interface ServerBatch {
  readonly orderDetailsCsv: OrderDetailsRow[];
  readonly orderPackagesCsv: OrderPackagesRow[];
  /** Row of each in the whole file. */
  readonly detailsRows: number[];
  readonly packagesRows: number[];
}
