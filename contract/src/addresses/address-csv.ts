import type { SavedAddress } from './addresses.ts';
import { csvLine, type CsvValue } from '../csv.ts';

/**
 * The columns of the address book as CSV, in their order. The names are those of recipients in the
 * bulk order file (spec 2 §3), so that rows can be copied from one to the other.
 */
export const addressCsvColumns = {
  recipient_name: ({ recipient }) => recipient.name,
  recipient_email: ({ recipient }) => recipient.email,
  recipient_phone: ({ recipient }) => recipient.phone,
  recipient_street: ({ address }) => [address.number, address.street].filter(Boolean).join(' '),
  recipient_unit: ({ address }) => address.unit,
  recipient_city: ({ address }) => address.city,
  recipient_province: ({ address }) => address.province,
  recipient_postal_code: ({ address }) => address.postalCode,
  recipient_country: ({ address }) => address.country,
} as const satisfies Record<string, (saved: SavedAddress) => CsvValue>;

/** The name of a column. */
export type AddressCsvColumn = keyof typeof addressCsvColumns;

/** The file that the address book is exported to. */
export const ADDRESSES_CSV_NAME = 'address_book.csv';

/** The first line of the file. */
export const addressCsvHeader = csvLine(Object.keys(addressCsvColumns));

/** The line of one saved recipient. */
export const addressCsvLine = (saved: SavedAddress): string =>
  csvLine(Object.values(addressCsvColumns).map((cellOf) => cellOf(saved)));
