import type { WrittenCell } from '@portage/contract/imports/checked-rows';
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
import type { RememberedColumns } from '@portage/contract/imports/imports';
import { type FileFault, sheetOf, type SheetText } from '../../lib/sheets/file-fault.ts';
import { readFile } from '../../lib/sheets/read-file.ts';
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
  /** True for the order file with columns of packages: each order has one. */
  readonly hasPackages: boolean;
  /** True for packages that are read from the order file. */
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
  readonly columns: readonly (ImportColumn | undefined)[];
  /** Cells changed by hand; kept when the columns are matched differently. */
  readonly edits: Map<string, WrittenCell>;
}

export interface FileToRead {
  readonly blob: Blob;
  readonly name: string;
  readonly remembered?: RememberedColumns;
}

/** Independent of the columns. */
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

/** Lines searched for the headers. */
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

/** The two files and the columns of their headers. */
export class ChosenFiles {
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

  /** Reads the packages from the order file, too: one for each of its rows. */
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
      Object.entries(this.files).map(([file, { name, headerLine, columns, edits, isShared }]) => [
        file,
        { name, headerLine, columns, edits: [...edits.values()], isShared },
      ]),
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
      const { name, headerLine, columns, edits, isShared } = one;
      const sheet = await this.readSheet(isShared ? 'orderDetails' : file, blob);
      if ('fault' in sheet) continue;
      const read = sheet.rows.length > 0 ? sheetOf(sheet.records, headerLine ?? null) : sheet;
      this.files[file] = { ...read, name, blob, isShared, columns, edits: new Map() };
      this.keepEdits(file, edits);
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
    remembered: RememberedColumns,
  ): FileSummary {
    const { name, blob, isShared, records, lines: before, edits } = this.loaded(file);
    const sheet = sheetOf(records, headerLine);
    this.place(file, { ...sheet, name, blob, isShared }, remembered);
    const rowOfLine = new Map(sheet.lines.map((line, index) => [line, index + 1]));
    const moved = [...edits.values()].flatMap((edit) => {
      const row = rowOfLine.get(before[edit.row - 1] ?? 0);
      return row === undefined ? [] : [{ ...edit, row }];
    });
    this.keepEdits(file, moved);
    return this.summaryOf(file);
  }

  map(file: ImportFile, columns: readonly (ImportColumn | undefined)[]): FileSummary {
    this.files[file] = { ...this.loaded(file), columns };
    return this.summaryOf(file);
  }

  /** The rows of a file by column, as its mapping says, with the cells that were changed by hand. */
  rowsOf(file: ImportFile): TextRow[] {
    const { headers, columns, rows, edits } = this.loaded(file);
    const table: TextRow[] = rows.map(cellsBelow(headers, columns));
    for (const { row, column, value } of edits.values()) {
      const cells = table[row - 1];
      if (cells) cells[column] = value;
    }
    return table;
  }

  /** Keeps cells that were changed by hand until the file is replaced. */
  protected keepEdits(file: ImportFile, cells: readonly WrittenCell[]): void {
    const { edits } = this.loaded(file);
    for (const cell of cells) edits.set(`${cell.row} ${cell.column}`, cell);
  }

  lineOf(file: ImportFile, row: number): number {
    return this.files[file]?.lines[row - 1] ?? row + 1;
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
