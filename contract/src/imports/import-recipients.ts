import { z } from 'zod';
import {
  type AddressCsvColumn,
  addressCsvColumns,
  NewSavedAddress,
} from '../addresses/addresses.ts';
import { DtoAddress } from '../addresses/address.ts';
import { readAddress } from './import-address-parts.ts';
import { readPhone } from './import-cells.ts';
import type { ImportColumn } from './import-columns.ts';
import type { ImportCorrection } from './import-corrections.ts';
import { matchHeaders } from './import-headers.ts';
import { problemsOfIssues } from './import-issues.ts';
import { type ImportProblem, isError } from './import-problems.ts';
import { type NumberedRow, rowReader } from './import-row-reader.ts';
import { Recipient } from '../orders/new-order.ts';

/** The columns of a file of recipients, in the order of the template. */
export const recipientColumns = Object.keys(addressCsvColumns).filter(isRecipientColumn);

/** The columns without which no row becomes a saved recipient. */
export const neededRecipientColumns = [
  'recipient_name',
  'recipient_street',
  'recipient_city',
  'recipient_postal_code',
] as const satisfies AddressCsvColumn[];

/** Whether a column is one of the address book's file. */
export function isRecipientColumn(column: string): column is AddressCsvColumn {
  return Object.hasOwn(addressCsvColumns, column);
}

/**
 * The column of each header, by its own name or another in English or French, in any order; undefined
 * is a column that is not imported.
 */
export function matchRecipientHeaders(
  headers: readonly string[],
): (AddressCsvColumn | undefined)[] {
  return matchHeaders('orderDetails', headers).columns.map((column) =>
    column !== undefined && isRecipientColumn(column) ? column : undefined,
  );
}

/** The cells of a row of the address book's file; other columns are ignored. */
export type RecipientCells = Readonly<Partial<Record<AddressCsvColumn, string>>>;

/** A recipient as the cells give it, for the contract's schema to check. */
const ImportedRecipient = z.object({ recipient: Recipient, recipientAddress: DtoAddress });

/** What one row of a file of recipients says. */
export interface ReadRecipient {
  /** The recipient to save; missing when a problem keeps it from being saved. */
  saved?: NewSavedAddress;
  /** What could be read of the row, to be completed by hand. */
  read: {
    recipient: Partial<Record<keyof Recipient, string | undefined>>;
    address: Partial<Record<string, string | undefined>>;
  };
  problems: ImportProblem[];
  corrections: ImportCorrection[];
}

/** Whether a cell that is empty needs nothing else than a valid postal code. */
function followsFromPostalCode(column: ImportColumn | undefined, cells: RecipientCells): boolean {
  return (
    (column === 'recipient_province' || column === 'recipient_country') && !cells[column]?.trim()
  );
}

/** Reads one row of a file of recipients, as the bulk import of orders reads the same columns. */
export function readRecipientRow(numbered: NumberedRow<RecipientCells>): ReadRecipient {
  const reader = rowReader('orderDetails', numbered);
  const phone = reader.value('recipient_phone', readPhone, (read) => read.phone);
  if (phone?.extension) {
    // Unlike an order, a saved recipient has no notes that could keep the extension.
    reader.problem('recipient_phone', 'phoneExtension', { value: phone.extension });
  }
  const recipient = {
    name: reader.text('recipient_name'),
    email: reader.text('recipient_email'),
    phone: phone?.phone,
  };
  const { isBusinessAddress: _, ...address } = readAddress(reader, 'recipient');
  const parsed = ImportedRecipient.safeParse({ recipient, recipientAddress: address });
  const found = reader.problems;
  const other = problemsOfIssues(parsed.error?.issues ?? [], numbered.row, []).filter(
    ({ column }) =>
      !found.some((known) => known.column === column && isError(known)) &&
      !(address.postalCode === undefined && followsFromPostalCode(column, numbered.cells)),
  );
  const problems = [...found, ...other];
  const saved = NewSavedAddress.safeParse({ recipient, address });
  return {
    ...(saved.success && !problems.some(isError) && { saved: saved.data }),
    read: { recipient, address },
    problems,
    corrections: reader.corrections,
  };
}
