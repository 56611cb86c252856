import type { ImportColumn, ImportFile } from '@portage/contract/imports/import-columns';

/** The columns without which no row of a file becomes an order; the others may be missing. */
const NEEDED: Readonly<Record<ImportFile, readonly ImportColumn[]>> = {
  orderDetails: [
    'order_ref_number',
    'recipient_name',
    'recipient_street',
    'recipient_city',
    'recipient_postal_code',
    'service',
  ],
  orderPackages: ['order_ref_number'],
};

/** The needed columns of a file that none of its headers leads to. */
export function missingColumns(
  file: ImportFile,
  columns: readonly (ImportColumn | undefined)[],
): ImportColumn[] {
  return NEEDED[file].filter((column) => !columns.includes(column));
}
