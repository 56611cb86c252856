import { addressCsvColumns } from '@portage/contract/address-csv';
import { BYTE_ORDER_MARK, csvLine } from '@portage/contract/csv';
import type { ImportRow } from './import-rows.ts';

/** The rows that are not in the address book as a CSV file, each with what is wrong with it. */
export function leftOverCsv(rows: readonly ImportRow[]): Blob {
  const lines = rows.map(({ draft: { recipient, address }, notes }) =>
    csvLine([
      ...[recipient.name, recipient.email, recipient.phone, address.street, address.unit],
      ...[address.city, address.province, address.postalCode, address.country],
      notes.map(({ text }) => text).join(' '),
    ]),
  );
  const header = csvLine([...Object.keys(addressCsvColumns), 'problem']);
  return new Blob([BYTE_ORDER_MARK, header, ...lines], { type: 'text/csv' });
}
