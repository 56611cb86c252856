import type {
  AddressCsvColumn,
  ImportedRow,
  NewSavedAddress,
} from '@portage/contract/addresses/addresses';
import { cellsBelow } from '@portage/contract/imports/import-columns';
import { importProblemText } from '@portage/contract/imports/import-problems';
import {
  isRecipientColumn,
  type RecipientCells,
  readRecipientRow,
} from '@portage/contract/imports/import-rows';
import type { Locale } from '@portage/contract/locale';
import type { SheetText } from '../../lib/sheets/file-fault.ts';
import { type RecipientDraft, recipientDraftOf } from '../read-recipient.ts';

/** Describes one cell, or the whole row where `column` is missing. */
interface RowNote {
  readonly column?: AddressCsvColumn;
  readonly text: string;
}

export interface ImportRow {
  /** As a spreadsheet shows it; identifies the row. */
  readonly line: number;
  readonly draft: RecipientDraft;
  /** Absent while a problem prevents saving. */
  readonly recipient?: NewSavedAddress;
  /** `added` and `existing` are saved. */
  readonly state: 'ready' | 'problem' | 'failed' | 'added' | 'existing';
  readonly notes: readonly RowNote[];
}

export const isSaved = ({ state }: ImportRow) => state === 'added' || state === 'existing';

export const canSend = ({ state }: ImportRow) => state === 'ready' || state === 'failed';

function draftOf(
  cells: RecipientCells,
  { recipient, address }: ReturnType<typeof readRecipientRow>['read'],
): RecipientDraft {
  return {
    recipient: {
      name: recipient.name ?? cells.recipient_name ?? '',
      phone: recipient.phone ?? cells.recipient_phone ?? '',
      email: recipient.email ?? cells.recipient_email ?? '',
    },
    address: {
      street: address['street'] ?? cells.recipient_street ?? '',
      unit: address['unit'] ?? cells.recipient_unit ?? '',
      city: address['city'] ?? cells.recipient_city ?? '',
      province: address['province'] ?? '',
      postalCode: address['postalCode'] ?? cells.recipient_postal_code ?? '',
      country: address['country'] ?? 'CA',
    },
  };
}

export function importRowsOf(
  { headers, rows, lines }: Pick<SheetText, 'headers' | 'rows' | 'lines'>,
  columns: readonly (AddressCsvColumn | undefined)[],
  locale: Locale,
): ImportRow[] {
  const cellsOf = cellsBelow(headers, columns);
  return rows.map((texts, index) => {
    const cells: RecipientCells = cellsOf(texts);
    const { saved, read, problems } = readRecipientRow({ row: index + 1, cells });
    return {
      line: lines[index] ?? index + 2,
      draft: draftOf(cells, read),
      ...(saved && { recipient: saved }),
      state: saved ? 'ready' : 'problem',
      notes: problems.map((problem) => ({
        ...(problem.column && isRecipientColumn(problem.column) && { column: problem.column }),
        text: importProblemText(problem, locale),
      })),
    };
  });
}

export function fixedRow(row: ImportRow, recipient: NewSavedAddress): ImportRow {
  const draft = recipientDraftOf(recipient);
  return { line: row.line, draft, recipient, state: 'ready', notes: [] };
}

export function settledRow(row: ImportRow, { result, errors = [] }: ImportedRow): ImportRow {
  if (result !== 'invalid') {
    return { ...row, state: result === 'created' ? 'added' : 'existing', notes: [] };
  }
  return { ...row, state: 'problem', notes: errors.map(({ message }) => ({ text: message })) };
}
