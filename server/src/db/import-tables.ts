import type { Generated } from 'kysely';
import type { Document, MaybeTimestamp, Timestamp } from './column-types.ts';

/**
 * Imports of orders. `state` is the contract's `ImportState`, or ARRIVING while rows still come; the
 * rows up to `done_through` have been handled.
 */
interface ImportsTable {
  merchant_id: string;
  id: string;
  state: string;
  created_at: Timestamp;
  created_by: string;
  /** The same for the same rows of both files. */
  content_hash: Buffer | null;
  details_name: string | null;
  packages_name: string | null;
  total: Generated<number>;
  packages: Generated<number>;
  created: Generated<number>;
  failed: Generated<number>;
  stray_packages: Generated<number>;
  done_through: Generated<number>;
  started_at: MaybeTimestamp;
  finished_at: MaybeTimestamp;
  undo_state: string | null;
  undone_by: string | null;
  undone_at: MaybeTimestamp;
  deleted: Generated<number>;
}

/** Rows of package files: `cells` by column in the sequence of the template. */
interface ImportPackagesTable {
  merchant_id: string;
  import_id: string;
  row: number;
  /** By which packages find their order. */
  reference: string | null;
  cells: Document;
}

/** Rows of order details files; `problems`, the contract's `ImportProblem[]`, of those that failed. */
interface ImportRowsTable extends ImportPackagesTable {
  problems: Document | null;
}

/** The tables of imports. */
export interface ImportTables {
  imports: ImportsTable;
  import_rows: ImportRowsTable;
  import_packages: ImportPackagesTable;
}
