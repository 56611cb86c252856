import type { Remote } from 'comlink';
import { csvLine, repairedAccents } from '@portage/contract/csv';
import { CheckedRows, type WrittenCell } from '@portage/contract/imports/checked-rows';
import {
  ImportFile,
  importColumns,
  numericColumns,
  type OrderDetailsColumn,
  ROW_NUMBER_COLUMN,
} from '@portage/contract/imports/import-columns';
import {
  type ImportCorrection,
  type ImportProblem,
  isError,
  severityOf,
} from '@portage/contract/imports/import-problems';
import type { ImportRules } from '@portage/contract/imports/import-rows';
import {
  type CsvCheckResult,
  type CsvUpload,
  MOST_UPLOADED,
} from '@portage/contract/imports/imports';
import type { Service } from '@portage/contract/rates/rates';
import { newKey } from '../../lib/attempt.ts';
import { pastedRecords } from '../../lib/sheets/read-csv.ts';
import type { PastePlace } from '../grid/use-grid-editing.ts';
import { ChosenFiles, type FileSummary, type ReadTables, type TextRow } from './chosen-files.ts';
import {
  type ImportOpening,
  type ImportSummary,
  needsFix,
  type ProblemPlace,
  type RepeatUse,
  type RowFilter,
  type ServerBatch,
  type ShownRow,
} from './import-views.ts';
import { keepImport, type KeptBytes, type KeptImport, readKeptBytes } from './kept-imports.ts';

interface ServerAnswer {
  readonly problems: readonly ImportProblem[];
  readonly price?: CsvCheckResult['prices'][number];
}

type BatchRows = Pick<ServerBatch, 'detailsRows' | 'packagesRows' | 'version'>;

/** The answer of each order of a batch, whose rows count from 1 within it. */
function answersOf(
  batch: BatchRows,
  { problems, prices }: CsvCheckResult,
  orderOfPackage: (row: number) => number | undefined,
): [number, ServerAnswer][] {
  const priceOf = new Map(prices.map((price) => [price.row, price]));
  const problemsOf = Map.groupBy(
    problems.flatMap(({ message: _message, severity: _severity, ...problem }) =>
      placed(problem, batch),
    ),
    ({ file, row }) => (file === 'orderDetails' ? row : orderOfPackage(row)),
  );
  return batch.detailsRows.map((row, index) => {
    const price = priceOf.get(index + 1);
    return [row, { problems: problemsOf.get(row) ?? [], ...(price && { price }) }];
  });
}

function placed(problem: ImportProblem, { detailsRows, packagesRows }: BatchRows): ImportProblem[] {
  const rows = problem.file === 'orderDetails' ? detailsRows : packagesRows;
  const row = rows[problem.row - 1];
  return row === undefined ? [] : [{ ...problem, row }];
}

const lacks =
  (lacking: OrderDetailsColumn) =>
  ({ file, column, code }: ImportProblem): boolean =>
    file === 'orderDetails' &&
    column === lacking &&
    (code === 'required' || code === 'serviceUnknown');
const lacksReference = lacks('order_ref_number');
const lacksService = lacks('service');

type SentRow = Record<string, string | number>;

/** Numbers in numeric columns, no empty cells (spec 2 §3). */
function sentRow(cells: TextRow): SentRow {
  const numeric: ReadonlySet<string> = numericColumns;
  return Object.fromEntries(
    Object.entries(cells).flatMap(([column, cell]) => {
      const text = cell.trim();
      if (text === '') return [];
      const isNumber = numeric.has(column) && /^-?\d{1,12}(?:\.\d{1,6})?$/.test(text);
      return [[column, isNumber ? Number(text) : text] as const];
    }),
  );
}

type Tables = Readonly<Record<ImportFile, readonly TextRow[]>>;

/** Files beyond the limit of rows. */
type UploadBody =
  | { readonly rows: Pick<CsvUpload, 'orderDetailsCsv' | 'orderPackagesCsv'> }
  | { readonly files: Readonly<Record<ImportFile, Blob>> };

/** Beyond this, serializing parsed rows would block the page. */
const MOST_ROWS = 5000;

/** Does not escape formulas: only the server reads it. */
function csvFile(columns: readonly string[], rows: readonly TextRow[]): Blob {
  const lines = rows.map((row) =>
    columns.map((column) => `"${(row[column] ?? '').replaceAll('"', '""')}"`).join(','),
  );
  return new Blob([csvLine(columns), lines.join('\r\n')], { type: 'text/csv' });
}

function uploadBody(tables: Tables, lineOf: (row: number) => number): UploadBody {
  const numbered = tables.orderDetails.map((cells, index) => ({
    ...cells,
    [ROW_NUMBER_COLUMN]: String(lineOf(index + 1)),
  }));
  const isSmall =
    tables.orderDetails.length <= MOST_ROWS &&
    tables.orderPackages.length <= MOST_UPLOADED.orderPackages;
  return isSmall
    ? {
        rows: {
          orderDetailsCsv: numbered.map(sentRow),
          orderPackagesCsv: tables.orderPackages.map(sentRow),
        },
      }
    : {
        files: {
          orderDetails: csvFile([...importColumns.orderDetails, ROW_NUMBER_COLUMN], numbered),
          orderPackages: csvFile(importColumns.orderPackages, tables.orderPackages),
        },
      };
}

type FileCells = Partial<Record<ImportFile, readonly WrittenCell[]>>;

/** Earlier cells of a write that began in `file`. */
interface Change {
  readonly file: ImportFile;
  readonly cells: FileCells;
}

interface Draft {
  readonly id: string;
  readonly owner: string;
  readonly blobs?: readonly (Blob | undefined)[] | undefined;
}

const blobsOf = (bytes: KeptBytes) => ImportFile.options.map((file) => bytes[file]);

interface Keeping {
  /** False where it has no room. */
  readonly isKept: boolean;
  /** Set for a copy of an import that another tab changed. */
  readonly copy?: string;
}

/** Reads, checks and corrects both files, in a worker. */
export class ImportBook extends ChosenFiles {
  private tables: ReadTables['tables'] = { orderDetails: [], orderPackages: [] };
  private reading: Omit<ReadTables, 'tables'> = { joined: 0, repeats: { rows: 0, use: 'errors' } };
  private rules: ImportRules | undefined;
  private checked: CheckedRows | undefined;
  /** The files at the last check of their rows. */
  private checkedFiles: Partial<ImportBook['files']> = {};
  private readonly undone: Change[] = [];
  /** Keyed by order; a changed order loses its answer. */
  private readonly answers = new Map<number, ServerAnswer>();
  /** Increases with every change: answers to earlier cells are not taken. */
  private version = 0;
  private draft: Draft | undefined;
  private opened: KeptImport | undefined;
  private revision: string | undefined;
  private keeping: Promise<Keeping> = Promise.resolve({ isKept: true });

  /** Checks every row; changed cells stay until their file is replaced. Then keeps the import. */
  check(rules: ImportRules, draft?: Pick<Draft, 'id' | 'owner'>): ImportSummary {
    const blobs = draft?.id === this.draft?.id ? this.draft?.blobs : undefined;
    this.draft = draft && { ...draft, blobs };
    const { tables, ...reading } = this.readTables();
    this.tables = tables;
    this.reading = reading;
    this.rules = rules;
    this.version += 1;
    const { orderDetails, orderPackages } = this.checkedFiles;
    const { files } = this;
    // Undo does not apply to another file or other columns.
    if (orderDetails !== files.orderDetails || orderPackages !== files.orderPackages) {
      this.undone.length = 0;
    }
    this.checkedFiles = { ...files };
    this.answers.clear();
    this.checked = new CheckedRows(tables, rules, reading.orderRows);
    for (const row of tables.orderDetails.keys()) this.checked.checkOrder(row + 1);
    // Looking at an import in another tab changes nothing.
    if (!this.opened) this.keep();
    this.opened = undefined;
    return this.summary();
  }

  /** Checks again, with another reading of the rows that repeat an order. */
  readRepeats(use: RepeatUse): ImportSummary {
    if (!this.rules) throw new Error('The rows were not checked');
    this.useRepeats(use);
    return this.check(this.rules, this.draft);
  }

  summary(): ImportSummary {
    const { orders, strayPackages } = this.checkedRows();
    const corrections: Record<string, number> = {};
    const withProblems = {
      orderDetails: new Set<number>(),
      orderPackages: new Set(strayPackages.keys()),
    };
    const withWarnings = { orderDetails: new Set<number>(), orderPackages: new Set<number>() };
    const groups = [false, true].flatMap((attention) =>
      [false, true].map((toConfirm) => {
        const cents: Record<string, number> = {};
        return { toConfirm, attention, orders: 0, packages: 0, unchecked: 0, cents };
      }),
    );
    const changes = new Map<string, { problem: ImportProblem; orders: number }>();
    let [unnumbered, withoutService] = [0, 0];
    for (const { row, order, corrections: made } of orders) {
      const found = this.problemsOfOrder(row);
      for (const problem of found) {
        const rows = needsFix(problem) ? withProblems : withWarnings;
        rows[problem.file].add(problem.row);
      }
      if (found.some(lacksReference)) unnumbered += 1;
      if (found.some(lacksService)) withoutService += 1;
      for (const { code } of made) corrections[code] = (corrections[code] ?? 0) + 1;
      if (!order || found.some(isError)) continue;
      const severities = new Set(found.map(severityOf));
      const group = groups.find(
        ({ toConfirm, attention }) =>
          toConfirm === severities.has('confirm') && attention === severities.has('attention'),
      );
      if (!group) continue;
      group.orders += 1;
      group.packages += order.packages?.length ?? order.packageCount ?? 1;
      const answer = this.answers.get(row);
      if (!answer) group.unchecked += 1;
      const { price, currency } = answer?.price ?? {};
      if (price !== undefined && currency) {
        group.cents[currency] = (group.cents[currency] ?? 0) + Math.round(price * 100);
      }
      for (const problem of found.filter((one) => severityOf(one) === 'confirm')) {
        const key = JSON.stringify([problem.code, problem.values]);
        changes.set(key, { problem, orders: (changes.get(key)?.orders ?? 0) + 1 });
      }
    }
    return {
      orders: orders.length,
      groups: groups.filter((group) => group.orders > 0),
      changes: [...changes.values()],
      corrections,
      stray: strayPackages.size,
      unnumbered,
      withoutService,
      joined: this.reading.joined,
      repeats: this.reading.repeats,
      rows: { orderDetails: orders.length, orderPackages: this.tables.orderPackages.length },
      rowsWithProblems: {
        orderDetails: withProblems.orderDetails.size,
        orderPackages: withProblems.orderPackages.size,
      },
      rowsWithWarnings: {
        orderDetails: withWarnings.orderDetails.size,
        orderPackages: withWarnings.orderPackages.size,
      },
      canUndo: this.undone.length > 0,
    };
  }

  rowNumbers(file: ImportFile, filter: RowFilter): number[] {
    const rows = this.tables[file].map((_, index) => index + 1);
    if (filter === 'all') return rows;
    return rows.filter((row) =>
      filter === 'corrected'
        ? this.correctionsOf(file, row).length > 0
        : this.problemsOf(file, row).some((one) => needsFix(one) === (filter === 'problems')),
    );
  }

  /** The rows shown first: those with problems, otherwise all. */
  opening(): ImportOpening {
    for (const file of ImportFile.options) {
      const rows = this.rowNumbers(file, 'problems');
      const problem = this.firstProblem(file, rows, -1);
      if (problem) return { file, rows, problem };
    }
    return {
      file: 'orderDetails',
      rows: this.rowNumbers('orderDetails', 'all'),
      problem: undefined,
    };
  }

  /** The first cell with a problem among rows; in the first of them only columns after `column`. */
  firstProblem(
    file: ImportFile,
    rows: readonly number[],
    column: number,
  ): ProblemPlace | undefined {
    const columns: readonly (string | undefined)[] = importColumns[file];
    for (const [index, row] of rows.entries()) {
      const found = this.problemsOf(file, row)
        .filter(needsFix)
        .map((problem) => columns.indexOf(problem.column))
        .filter((place) => index > 0 || place > column)
        .toSorted((one, other) => one - other)[0];
      if (found !== undefined) return { row, column: columns[found] };
    }
    return undefined;
  }

  rows(file: ImportFile, rows: readonly number[]): ShownRow[] {
    return rows.map((row) => {
      const cells = this.tables[file][row - 1] ?? {};
      return {
        row,
        line: this.lineOf(file, row),
        cells: importColumns[file].map((column) => repairedAccents(cells[column] ?? '')),
        problems: this.problemsOf(file, row),
        corrections: this.correctionsOf(file, row),
      };
    });
  }

  /** Writes cells, with undo, and checks their orders at once. */
  write(file: ImportFile, cells: readonly WrittenCell[]): ImportSummary {
    const changed = cells.filter(
      ({ row, column, value }) => (this.tables[file][row - 1]?.[column] ?? '') !== value,
    );
    if (changed.length > 0) {
      this.undone.push(this.apply({ file, cells: this.mirrored(file, changed) }));
      this.keep();
    }
    return this.summary();
  }

  /** A reference changed in a shared file changes in its order and all packages of this order. */
  private mirrored(file: ImportFile, cells: readonly WrittenCell[]): FileCells {
    const { orderRows } = this.reading;
    if (!orderRows) return { [file]: cells };
    const references = new Map(
      cells
        .filter(({ column }) => column === 'order_ref_number')
        .map((cell) => [file === 'orderDetails' ? cell.row : (orderRows[cell.row - 1] ?? 0), cell]),
    );
    const both = {
      orderDetails: [...references].map(([row, cell]) => ({ ...cell, row })),
      orderPackages: orderRows.flatMap((order, index) => {
        const cell = references.get(order);
        return cell ? [{ ...cell, row: index + 1 }] : [];
      }),
    };
    return { ...both, [file]: [...cells, ...both[file]] };
  }

  /** Writes pasted cells, as spreadsheets copy them; a single value fills the whole place. */
  paste(file: ImportFile, place: PastePlace, text: string): ImportSummary {
    return this.write(file, pastedCells(file, place, text));
  }

  fillDown(file: ImportFile, rows: readonly number[], columns: readonly string[]): ImportSummary {
    const [first, ...others] = rows;
    const source = this.tables[file][(first ?? 0) - 1] ?? {};
    const cells = others.flatMap((row) =>
      columns.map((column) => ({ row, column, value: source[column] ?? '' })),
    );
    return this.write(file, cells);
  }

  /** Gives each order without a reference one of `prefix` and its line in the file. */
  numberOrders(prefix: string): ImportSummary {
    const reference = (row: number) => `${prefix}-${this.lineOf('orderDetails', row)}`;
    return this.fillLacking('order_ref_number', reference);
  }

  setService(service: Service): ImportSummary {
    return this.fillLacking('service', () => service);
  }

  private fillLacking(column: OrderDetailsColumn, valueOf: (row: number) => string): ImportSummary {
    const cells = this.checkedRows()
      .orders.filter(({ problems }) => problems.some(lacks(column)))
      .map(({ row }) => ({ row, column, value: valueOf(row) }));
    return this.write('orderDetails', cells);
  }

  /** Undoes the last write; returns the cell where it began. */
  undo(): { summary: ImportSummary; file: ImportFile; row: number; column: string } | undefined {
    const change = this.undone.pop();
    const first = change?.cells[change.file]?.[0];
    if (!change || !first) return undefined;
    this.apply(change);
    this.keep();
    const { row, column } = first;
    return { summary: this.summary(), file: change.file, row, column };
  }

  /** Valid orders whose current cells the server has not checked. */
  nextBatch(size: number): ServerBatch | undefined {
    const { orders } = this.checkedRows();
    const batch: ServerBatch = {
      orderDetailsCsv: [],
      orderPackagesCsv: [],
      detailsRows: [],
      packagesRows: [],
      version: this.version,
    };
    for (const { row, order, packageRows } of orders) {
      if (!order || this.answers.has(row)) continue;
      batch.detailsRows.push(row);
      batch.packagesRows.push(...packageRows);
      if (batch.detailsRows.length === size) break;
    }
    if (batch.detailsRows.length === 0) return undefined;
    batch.orderDetailsCsv.push(...batch.detailsRows.map((row) => this.sent('orderDetails', row)));
    batch.orderPackagesCsv.push(
      ...batch.packagesRows.map((row) => this.sent('orderPackages', row)),
    );
    return batch;
  }

  takeAnswer(batch: BatchRows, result: CsvCheckResult): ImportSummary {
    if (batch.version !== this.version) return this.summary();
    const orderOfPackage = (row: number) => this.checkedRows().orderOfPackage(row);
    for (const [row, answer] of answersOf(batch, result, orderOfPackage)) {
      this.answers.set(row, answer);
    }
    return this.summary();
  }

  upload(): UploadBody {
    const { orderDetails, orderPackages } = this.tables;
    const sent = orderPackages.filter((_, index) => this.checkedRows().canSendPackage(index + 1));
    const tables = { orderDetails, orderPackages: sent };
    return uploadBody(tables, (row) => this.lineOf('orderDetails', row));
  }

  private apply({ file, cells }: Change): Change {
    const before: FileCells = {};
    this.version += 1;
    for (const one of ImportFile.options) {
      const own = cells[one] ?? [];
      before[one] = own.map(({ row, column }) => {
        return { row, column, value: this.tables[one][row - 1]?.[column] ?? '' };
      });
      for (const row of this.checkedRows().write(one, own)) this.answers.delete(row);
      if (own.length > 0) this.keepEdits(one, own);
    }
    return { file, cells: before };
  }

  /** Keeps the import on the device from now on, under an id, for its owner. */
  private keep(): void {
    const { draft } = this;
    if (!draft) return;
    const bytes = this.keptBytes();
    const blobs = blobsOf(bytes);
    const areNew = blobs.some((blob, index) => blob !== draft.blobs?.[index]);
    this.draft = { ...draft, blobs };
    const kept = {
      ...{ owner: draft.owner, savedAt: Date.now(), rows: this.tables.orderDetails.length },
      size: [...new Set(blobs)].reduce((sum, blob) => sum + (blob?.size ?? 0), 0),
      files: this.keptFiles(),
    };
    this.keeping = this.keeping.then(async (before) => {
      const saved = { ...kept, id: before.copy ?? draft.id, revision: newKey() };
      try {
        const isNew = areNew || !before.isKept;
        const id = await keepImport(saved, { bytes, areNew: isNew, since: this.revision });
        this.revision = saved.revision;
        return id === saved.id ? { ...before, isKept: true } : { isKept: true, copy: id };
      } catch {
        return { ...before, isKept: false };
      }
    });
  }

  /** Resolves once every change is kept. */
  kept(): Promise<Keeping> {
    return this.keeping;
  }

  async reopen(kept: KeptImport): Promise<Partial<Record<ImportFile, FileSummary>>> {
    const summaries = await this.restore(kept.files, await readKeptBytes(kept.id));
    const { id, owner } = kept;
    this.draft = { id, owner, blobs: blobsOf(this.keptBytes()) };
    this.revision = kept.revision;
    this.opened = kept;
    return summaries;
  }

  private problemsOfOrder(row: number): readonly ImportProblem[] {
    const own = this.checkedRows().orders[row - 1]?.problems ?? [];
    const fromServer = this.answers.get(row)?.problems ?? [];
    return fromServer.length > 0 ? [...own, ...fromServer.filter(isNewTo(own))] : own;
  }

  private problemsOf(file: ImportFile, row: number): ImportProblem[] {
    const checked = this.checkedRows();
    const stray = file === 'orderPackages' ? checked.strayPackages.get(row) : undefined;
    if (stray) return [stray];
    const order = file === 'orderDetails' ? row : checked.orderOfPackage(row);
    return this.problemsOfOrder(order ?? 0)
      .filter((one) => one.file === file && one.row === row)
      .map((one) => this.withLine(one));
  }

  /** Names the earlier row of a duplicate as the grid does, by its line in the file. */
  private withLine(problem: ImportProblem): ImportProblem {
    const earlier = problem.code === 'refDuplicated' ? problem.values?.['row'] : undefined;
    if (earlier === undefined) return problem;
    return { ...problem, values: { row: this.lineOf('orderDetails', Number(earlier)) } };
  }

  private correctionsOf(file: ImportFile, row: number): ImportCorrection[] {
    const checked = this.checkedRows();
    const order = file === 'orderDetails' ? row : checked.orderOfPackage(row);
    const made = checked.orders[(order ?? 0) - 1]?.corrections ?? [];
    return made.filter((one) => one.file === file && one.row === row);
  }

  private sent(file: ImportFile, row: number): SentRow {
    return sentRow(this.tables[file][row - 1] ?? {});
  }

  private checkedRows(): CheckedRows {
    if (!this.checked) throw new Error('The rows were not checked');
    return this.checked;
  }
}

const isNewTo = (known: readonly ImportProblem[]) => (problem: ImportProblem) =>
  !known.some(
    ({ file, row, column, code }) =>
      file === problem.file &&
      row === problem.row &&
      column === problem.column &&
      code === problem.code,
  );

export type RemoteBook = Remote<ImportBook>;

function pastedCells(file: ImportFile, place: PastePlace, text: string): WrittenCell[] {
  const records = pastedRecords(text);
  const isSingle = records.length === 1 && records[0]?.length === 1;
  const height = isSingle ? place.height : records.length;
  const columns = importColumns[file].slice(place.column);
  return place.rows.slice(0, height).flatMap((row, index) => {
    const record = isSingle
      ? Array.from({ length: place.width }, () => records[0]?.[0] ?? '')
      : (records[index] ?? []);
    return record.flatMap((value, offset) => {
      const column = columns[offset];
      return column === undefined ? [] : [{ row, column, value: value.trim() }];
    });
  });
}
