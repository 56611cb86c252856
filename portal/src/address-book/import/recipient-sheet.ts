import type { AddressCsvColumn } from '@portage/contract/addresses/addresses';
import { matchRecipientHeaders } from '@portage/contract/imports/import-rows';
import type { Locale } from '@portage/contract/locale';
import type { FileFault, SheetText } from '../../lib/sheets/file-fault.ts';
import { readFile } from '../../lib/sheets/read-file.ts';
import { type ImportRow, importRowsOf } from './import-rows.ts';

export interface ReadSheet extends Pick<SheetText, 'headers' | 'longLines'> {
  readonly columns: readonly (AddressCsvColumn | undefined)[];
  readonly rows: readonly ImportRow[];
}

export class RecipientSheet {
  #sheet: SheetText | undefined;

  /** Problems are in `locale`. */
  async read(file: Blob, locale: Locale): Promise<ReadSheet | { fault: FileFault }> {
    const sheet = await readFile(file, (text) => matchRecipientHeaders([text])[0] !== undefined);
    if ('fault' in sheet) return sheet;
    this.#sheet = sheet;
    const { headers, longLines } = sheet;
    const columns = matchRecipientHeaders(headers);
    return { headers, longLines, columns, rows: importRowsOf(sheet, columns, locale) };
  }

  rowsBy(columns: ReadSheet['columns'], locale: Locale): ImportRow[] {
    return this.#sheet ? importRowsOf(this.#sheet, columns, locale) : [];
  }
}
