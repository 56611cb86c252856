import { csvLine } from '@portage/contract/csv';
import { type ImportFile, importColumns } from '@portage/contract/import-columns';
import { type CsvUpload, MOST_UPLOADED } from '@portage/contract/imports';
import type { TextRow } from './chosen-files.ts';
import { sentRow } from './sent-row.ts';

type Tables = Readonly<Record<ImportFile, readonly TextRow[]>>;

/** What is sent to import rows: parsed rows, or for more than a call of those takes, two files. */
export type UploadBody =
  | { readonly rows: Pick<CsvUpload, 'orderDetailsCsv' | 'orderPackagesCsv'> }
  | { readonly files: Readonly<Record<ImportFile, Blob>> };

/** So many orders are sent as parsed rows: more would stop the page while they are put into words. */
const MOST_ROWS = 5000;

/** Cells as a file: texts as they are, since nobody opens it with a spreadsheet. */
function csvFile(file: ImportFile, rows: readonly TextRow[]): Blob {
  const columns = importColumns[file];
  const lines = rows.map((row) =>
    columns.map((column) => `"${(row[column] ?? '').replaceAll('"', '""')}"`).join(','),
  );
  return new Blob([csvLine(columns), lines.join('\r\n')], { type: 'text/csv' });
}

/** The body of an upload: every row as it stands, those with problems too. */
export function uploadBody(tables: Tables): UploadBody {
  const isSmall =
    tables.orderDetails.length <= MOST_ROWS &&
    tables.orderPackages.length <= MOST_UPLOADED.orderPackages;
  return isSmall
    ? {
        rows: {
          orderDetailsCsv: tables.orderDetails.map(sentRow),
          orderPackagesCsv: tables.orderPackages.map(sentRow),
        },
      }
    : {
        files: {
          orderDetails: csvFile('orderDetails', tables.orderDetails),
          orderPackages: csvFile('orderPackages', tables.orderPackages),
        },
      };
}
