import type { WrittenCell } from '@portage/contract/imports/checked-rows';
import { readText } from '@portage/contract/imports/import-cells';
import {
  type ImportColumn,
  ImportFile,
  importColumns,
  cellsBelow,
  columnOfHeader,
  fileOfHeaders,
  headerKey,
  matchHeaders,
} from '@portage/contract/imports/import-columns';
import { orderReferenceOf } from '@portage/contract/imports/import-rows';
import type { RememberedColumns } from '@portage/contract/imports/imports';
import { type FileFault, sheetOf, type SheetText } from '../../lib/sheets/file-fault.ts';
import { readFile } from '../../lib/sheets/read-file.ts';
import type { RepeatUse } from './import-views.ts';
import type { KeptBytes, KeptImport } from './kept-imports.ts';

export interface FileSummary {
  readonly name: string;
  readonly rows: number;
  readonly headers: readonly string[];
  /** The column that each header leads to; undefined is not imported. */
  readonly columns: readonly (ImportColumn | undefined)[];
  readonly duplicates: readonly ImportColumn[];
  /** The file its headers suggest; undefined when unclear. */
  readonly looksLike: ImportFile | undefined;
  /** True for an order file with columns of packages. */
  readonly hasPackages: boolean;
  readonly isShared: boolean;
  readonly samples: readonly string[];
  readonly longLines: readonly number[];
  readonly headerLine: number | undefined;
  /** The first lines, one of which may have the headers. */
  readonly firstLines: readonly { readonly line: number; readonly cells: string }[];
}

interface LoadedFile extends SheetText {
  readonly name: string;
  readonly blob: Blob;
  readonly isShared: boolean;
  readonly repeatUse?: RepeatUse | undefined;
  readonly columns: readonly (ImportColumn | undefined)[];
  /** Cells changed by hand; references of a newly matched column replace them. */
  readonly edits: Map<string, WrittenCell>;
}

export interface FileToRead {
  readonly blob: Blob;
  readonly name: string;
  readonly remembered?: RememberedColumns;
}

type Sheet = SheetText & Pick<LoadedFile, 'name' | 'blob' | 'isShared'>;

/** The merchant's earlier choices win. */
function withRemembered(
  columns: readonly (ImportColumn | undefined)[],
  { headers }: SheetText,
  remembered: RememberedColumns,
): (ImportColumn | undefined)[] {
  const known = new Map(Object.entries(remembered));
  const chosen = headers.map((header) => known.get(headerKey(header)));
  return columns.map((column, index) => {
    const own = chosen[index];
    if (own !== undefined) return own === 'none' ? undefined : own;
    return column !== undefined && chosen.includes(column) ? undefined : column;
  });
}

const FIRST_LINES = 10;

/** Finds the line with the most columns below a title that names none. */
function likelyHeaderLine(file: ImportFile, { headers, records }: SheetText): number | undefined {
  const known = (cells: readonly string[]) =>
    matchHeaders(file, cells).columns.filter((column) => column !== undefined).length;
  if (known(headers) > 0) return undefined;
  const counts = records.slice(0, FIRST_LINES).map(known);
  const most = Math.max(...counts);
  return most > 1 && counts.indexOf(most) < records.length - 1
    ? counts.indexOf(most) + 1
    : undefined;
}

/** Orders then have counts of packages. */
const NO_PACKAGES: SheetText = sheetWithoutRows(importColumns.orderPackages);

function sheetWithoutRows(headers: readonly string[]): SheetText {
  return { headers, rows: [], lines: [], longLines: [], headerLine: 1, records: [headers] };
}

/** True for an order file with weight or length of a package. */
const hasPackageColumns = (headers: readonly string[]): boolean =>
  fileOfHeaders(headers) === 'orderDetails' &&
  matchHeaders('orderPackages', headers).columns.some(
    (column) => column === 'package_weight' || column === 'package_length',
  );

export type TextRow = Record<string, string>;

/** Earlier row of each row that has its reference, and no other cell of an order than it. */
function repeatedRows(orders: readonly TextRow[]): Map<number, number> {
  const firstRows = new Map<string, number>();
  const repeated = new Map<number, number>();
  for (const [index, { order_ref_number, ...cells }] of orders.entries()) {
    const reference = orderReferenceOf(order_ref_number);
    if (reference === undefined) continue;
    const row = firstRows.get(reference);
    if (row === undefined) firstRows.set(reference, index + 1);
    else if (addsNothing(cells, orders[row - 1] ?? {})) repeated.set(index + 1, row);
  }
  return repeated;
}

const addsNothing = (cells: TextRow, first: TextRow): boolean =>
  Object.entries(cells).every(
    ([column, cell]) =>
      isBlank(cell) || (column !== 'package_count' && cell.trim() === first[column]?.trim()),
  );

function isBlank(cell: string): boolean {
  if (cell === '') return true;
  const { value, problem } = readText(cell);
  return value === undefined && problem === undefined;
}

/** Units alone and weights of 0 are no package. */
const describesPackage = (cells: TextRow): boolean =>
  Object.entries(cells).some(
    ([column, cell]) =>
      column !== 'order_ref_number' &&
      !column.endsWith('_unit') &&
      /[^0.,\s]/.test(cell) &&
      !isBlank(cell),
  );

export interface ReadTables {
  readonly tables: Record<ImportFile, TextRow[]>;
  /** Order's row of each package of a shared file. */
  readonly orderRows?: readonly number[];
  /** Rows left out because they only repeat their order. */
  readonly joined: number;
  /** Rows that repeat their order and have a package. */
  readonly repeats: { readonly rows: number; readonly use: RepeatUse };
}

/** The two files and the columns of their headers. */
export class ChosenFiles {
  /** Row of the file of each row of a table. */
  private readonly fileRows: Record<ImportFile, readonly number[]> = {
    orderDetails: [],
    orderPackages: [],
  };
  protected readonly files: Partial<Record<ImportFile, LoadedFile>> = {};

  /** Reads a file into its place, or says why it cannot be read. */
  async read(
    file: ImportFile,
    { blob, name, remembered = {} }: FileToRead,
  ): Promise<FileSummary | { fault: FileFault }> {
    const sheet = await this.readSheet(file, blob);
    if ('fault' in sheet) return sheet;
    const headerLine = sheet.rows.length > 0 ? likelyHeaderLine(file, sheet) : undefined;
    const read = headerLine === undefined ? sheet : sheetOf(sheet.records, headerLine);
    this.place(file, { ...read, name, blob, isShared: false }, remembered);
    return this.summaryOf(file);
  }

  /** Reads the packages from the order file, too. */
  share(remembered: RememberedColumns): FileSummary {
    this.place('orderPackages', { ...this.loaded('orderDetails'), isShared: true }, remembered);
    return this.summaryOf('orderPackages');
  }

  private async readSheet(file: ImportFile, blob: Blob): Promise<SheetText | { fault: FileFault }> {
    const sheet = await readFile(blob, (text) => columnOfHeader(file, text) !== undefined);
    const isEmpty = 'fault' in sheet && sheet.fault.code === 'noRows';
    return isEmpty && file === 'orderPackages' ? NO_PACKAGES : sheet;
  }

  /** Describes files that a device keeps, without their bytes. */
  protected keptFiles(): KeptImport['files'] {
    return Object.fromEntries(
      Object.entries(this.files).map(([file, loaded]) => {
        const { name, headerLine, columns, edits, isShared, repeatUse } = loaded;
        return [
          file,
          { name, headerLine, columns, edits: [...edits.values()], isShared, repeatUse },
        ];
      }),
    );
  }

  protected keptBytes(): KeptBytes {
    return Object.fromEntries(Object.entries(this.files).map(([file, { blob }]) => [file, blob]));
  }

  protected async restore(
    kept: KeptImport['files'],
    bytes: KeptBytes,
  ): Promise<Partial<Record<ImportFile, FileSummary>>> {
    const summaries: Partial<Record<ImportFile, FileSummary>> = {};
    for (const file of ImportFile.options) {
      const [blob, one] = [bytes[file], kept[file]];
      if (!blob || !one) continue;
      const { name, headerLine, columns, edits, isShared, repeatUse } = one;
      const sheet = await this.readSheet(isShared ? 'orderDetails' : file, blob);
      if ('fault' in sheet) continue;
      const read = sheet.rows.length > 0 ? sheetOf(sheet.records, headerLine ?? null) : sheet;
      this.files[file] = { ...read, name, blob, isShared, repeatUse, columns, edits: new Map() };
      this.setEdits(file, edits);
      summaries[file] = this.summaryOf(file);
    }
    return summaries;
  }

  /** Exchanges the two files, or moves the only one, when they were chosen in the wrong places. */
  swap(
    remembered: Readonly<Record<ImportFile, RememberedColumns>>,
  ): Partial<Record<ImportFile, FileSummary>> {
    const { orderDetails, orderPackages } = this.files;
    this.place('orderDetails', orderPackages, remembered.orderDetails);
    this.place('orderPackages', orderDetails, remembered.orderPackages);
    return {
      ...(orderPackages && { orderDetails: this.summaryOf('orderDetails') }),
      ...(orderDetails && { orderPackages: this.summaryOf('orderPackages') }),
    };
  }

  remove(file: ImportFile): void {
    delete this.files[file];
  }

  /** Reads the headers from another line; null is a file without headers. */
  setHeaderLine(
    file: ImportFile,
    headerLine: number | null,
    remembered: Readonly<Record<ImportFile, RememberedColumns>>,
  ): Partial<Record<ImportFile, FileSummary>> {
    const places = this.files.orderPackages?.isShared ? ImportFile.options : [file];
    return Object.fromEntries(
      places.map((place) => {
        const { records, lines: before, columns, edits, ...loaded } = this.loaded(place);
        const sheet = sheetOf(records, headerLine);
        this.place(place, { ...loaded, ...sheet }, remembered[place]);
        const rowOfLine = new Map(sheet.lines.map((line, index) => [line, index + 1]));
        const moved = [...edits.values()].flatMap((edit) => {
          const row = rowOfLine.get(before[edit.row - 1] ?? 0);
          return row === undefined ? [] : [{ ...edit, row }];
        });
        this.setEdits(place, moved);
        this.takeReferences(place, columns);
        return [place, this.summaryOf(place)];
      }),
    );
  }

  map(file: ImportFile, columns: readonly (ImportColumn | undefined)[]): FileSummary {
    const { columns: before } = this.loaded(file);
    this.files[file] = { ...this.loaded(file), columns };
    this.takeReferences(file, before);
    return this.summaryOf(file);
  }

  private takeReferences(file: ImportFile, before: LoadedFile['columns']): void {
    const { columns, rows, edits } = this.loaded(file);
    const index = columns.indexOf('order_ref_number');
    if (index === before.indexOf('order_ref_number')) return;
    for (const [key, { row, column }] of edits) {
      if (column === 'order_ref_number' && rows[row - 1]?.[index]?.trim()) edits.delete(key);
    }
  }

  /** Reads both files by column, as mapped, with the cells that were changed by hand. */
  protected readTables(): ReadTables {
    const tables = {
      orderDetails: this.cellsOf('orderDetails'),
      orderPackages: this.cellsOf('orderPackages'),
    };
    const { isShared, repeatUse: use = 'errors' } = this.loaded('orderPackages');
    const repeated = repeatedRows(tables.orderDetails);
    for (const row of this.renumberedRows(tables.orderDetails)) repeated.delete(row);
    const typed = this.typedPackages();
    const hasPackage = (row: number) =>
      typed.has(row) || describesPackage(tables.orderPackages[row - 1] ?? {});
    const withPackage = new Set([...repeated.keys()].filter((row) => isShared && hasPackage(row)));
    const packedByRepeats = new Set([...withPackage].map((row) => repeated.get(row)));
    const isOrder = (row: number) =>
      !repeated.has(row) || (withPackage.has(row) && use === 'errors');
    const isPackage = (row: number) => {
      if (!isShared) return true;
      if (use !== 'packages') return isOrder(row);
      return hasPackage(row) || (isOrder(row) && !packedByRepeats.has(row));
    };
    this.keepRows('orderDetails', tables, isOrder);
    this.keepRows('orderPackages', tables, isPackage);
    const found = {
      joined: repeated.size - withPackage.size,
      repeats: { rows: withPackage.size, use },
    };
    if (!isShared) return { tables, ...found };
    const tableRows = new Map(this.fileRows.orderDetails.map((row, index) => [row, index + 1]));
    const orderRows = this.fileRows.orderPackages.map(
      (row) => tableRows.get(row) ?? tableRows.get(repeated.get(row) ?? 0) ?? 0,
    );
    for (const [index, cells] of tables.orderPackages.entries()) {
      const order = tables.orderDetails[(orderRows[index] ?? 0) - 1];
      cells['order_ref_number'] = order?.['order_ref_number'] ?? '';
    }
    return { tables, orderRows, ...found };
  }

  private renumberedRows(orders: readonly TextRow[]): number[] {
    return [...this.loaded('orderDetails').edits.values()].flatMap(({ row, column, value }) => {
      if (column !== 'order_ref_number') return [];
      const before = orders[row - 1]?.[column];
      return orderReferenceOf(value) === orderReferenceOf(before) ? [] : [row];
    });
  }

  private typedPackages(): Set<number> {
    const cells = [...this.loaded('orderPackages').edits.values()];
    return new Set(
      cells.flatMap(({ row, column, value }) =>
        describesPackage({ [column]: value }) ? [row] : [],
      ),
    );
  }

  private keepRows(
    file: ImportFile,
    tables: Record<ImportFile, TextRow[]>,
    isKept: (row: number) => boolean,
  ): void {
    for (const { row, column, value } of this.loaded(file).edits.values()) {
      const cells = tables[file][row - 1];
      if (cells) cells[column] = value;
    }
    this.fileRows[file] = [...tables[file].keys()].map((index) => index + 1).filter(isKept);
    tables[file] = tables[file].filter((_, index) => isKept(index + 1));
  }

  private cellsOf(file: ImportFile): TextRow[] {
    const { headers, columns, rows } = this.loaded(file);
    return rows.map(cellsBelow(headers, columns));
  }

  protected useRepeats(repeatUse: RepeatUse): void {
    this.files.orderPackages = { ...this.loaded('orderPackages'), repeatUse };
  }

  /** Keeps cells that were changed by hand until the file is replaced. */
  protected keepEdits(file: ImportFile, cells: readonly WrittenCell[]): void {
    const inFile = cells.map((cell) => ({ ...cell, row: this.fileRow(file, cell.row) }));
    this.setEdits(file, inFile);
  }

  private setEdits(file: ImportFile, cells: readonly WrittenCell[]): void {
    const { edits } = this.loaded(file);
    for (const cell of cells) edits.set(`${cell.row} ${cell.column}`, cell);
  }

  private fileRow(file: ImportFile, row: number): number {
    return this.fileRows[file][row - 1] ?? row;
  }

  lineOf(file: ImportFile, row: number): number {
    const inFile = this.fileRow(file, row);
    return this.files[file]?.lines[inFile - 1] ?? inFile + 1;
  }

  private place(file: ImportFile, sheet: Sheet | undefined, remembered: RememberedColumns): void {
    if (!sheet) return this.remove(file);
    const columns = withRemembered(matchHeaders(file, sheet.headers).columns, sheet, remembered);
    this.files[file] = { ...sheet, columns, edits: new Map() };
  }

  private summaryOf(file: ImportFile): FileSummary {
    const { name, isShared, headers, rows, columns, longLines, headerLine, records } =
      this.loaded(file);
    // At least one row must follow the headers.
    const last = records.findLastIndex((cells) => cells.some((cell) => cell.trim() !== ''));
    const firstLines = records
      .slice(0, Math.min(FIRST_LINES, last))
      .map((cells, index) => ({ line: index + 1, cells: cells.filter(Boolean).join(', ') }));
    return {
      name,
      rows: rows.length,
      headers,
      columns,
      duplicates: matchHeaders(file, headers).duplicates,
      looksLike: isShared ? file : fileOfHeaders(headers),
      hasPackages: file === 'orderDetails' && hasPackageColumns(headers),
      isShared,
      samples: headers.map(
        (_, index) => rows.find((cells) => cells[index]?.trim())?.[index]?.trim() ?? '',
      ),
      longLines: longLines.slice(0, 5),
      headerLine,
      firstLines: firstLines.filter(({ cells }) => cells.trim() !== ''),
    };
  }

  private loaded(file: ImportFile): LoadedFile {
    const loaded = this.files[file];
    if (!loaded) throw new Error(`The file ${file} was not read`);
    return loaded;
  }
}
