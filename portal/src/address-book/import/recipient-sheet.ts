import type { AddressCsvColumn } from '@portage/contract/addresses/addresses';
import { matchRecipientHeaders } from '@portage/contract/imports/import-rows';
import type { Locale } from '@portage/contract/locale';
import type { FileFault, SheetText } from '../../lib/sheets/file-fault.ts';
import { readFile } from '../../lib/sheets/read-file.ts';
import { type ImportRow, importRowsOf } from './import-rows.ts';

/** A file of recipients, read by its matched columns. */
export interface ReadSheet extends Pick<SheetText, 'headers' | 'longLines'> {
  /** The column that each header leads to. */
  readonly columns: readonly (AddressCsvColumn | undefined)[];
  readonly rows: readonly ImportRow[];
}

/** A file of recipients in the worker that reads it. */
export class RecipientSheet {
  #sheet: SheetText | undefined;

  /** Reads a file, and answers with its rows or why it cannot be read. Problems are in `locale`. */
  async read(file: Blob, locale: Locale): Promise<ReadSheet | { fault: FileFault }> {
    const sheet = await readFile(file, (text) => matchRecipientHeaders([text])[0] !== undefined);
    if ('fault' in sheet) return sheet;
    this.#sheet = sheet;
    const { headers, longLines } = sheet;
    const columns = matchRecipientHeaders(headers);
    return { headers, longLines, columns, rows: importRowsOf(sheet, columns, locale) };
  }

  /** The rows of the file that was read, by other columns. */
  rowsBy(columns: ReadSheet['columns'], locale: Locale): ImportRow[] {
    return this.#sheet ? importRowsOf(this.#sheet, columns, locale) : [];
  }
}
