import type { AddressCsvColumn } from '@portage/contract/address-csv';
import {
  ADDRESS_BATCH_SIZE,
  addressEndpoints,
  type NewSavedAddress,
} from '@portage/contract/addresses';
import { matchRecipientHeaders } from '@portage/contract/import-recipients';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import { callApi } from '../../lib/api.ts';
import { type Attempt, attemptFor } from '../../lib/attempt.ts';
import { dismissNotifications, notifyError, notifySuccess } from '../../lib/notify.tsx';
import type { FileFault, SheetText } from '../../lib/sheets/file-fault.ts';
import { useRefreshAddresses } from '../address-calls.ts';
import { canSend, fixedRow, type ImportRow, importRowsOf, settledRow } from './import-rows.ts';

/** A file that was read: its headers and rows, and the column that each header leads to. */
export interface RecipientFile extends SheetText {
  readonly name: string;
  readonly columns: readonly (AddressCsvColumn | undefined)[];
}

/**
 * A file of recipients on its way into the address book: read on the device, and sent batch by batch.
 * A batch that fails ends the sending; its rows and those after it can be sent again.
 */
export function useAddressImport() {
  const { t } = useTranslation(['addressBook', 'errors']);
  const locale = useLocale();
  const refresh = useRefreshAddresses();
  const attempt = useRef<Attempt>(undefined);
  const [file, setFile] = useState<RecipientFile>();
  const [rows, setRows] = useState<readonly ImportRow[]>([]);

  function readRows(read: RecipientFile) {
    setFile(read);
    setRows(importRowsOf(read, read.columns, locale));
  }

  const reading = useMutation({
    mutationFn: async (chosen: File): Promise<{ fault?: FileFault }> => {
      const { readFile } = await import('../../lib/sheets/read-file.ts');
      const sheet = await readFile(chosen);
      if ('fault' in sheet) return sheet;
      readRows({ ...sheet, name: chosen.name, columns: matchRecipientHeaders(sheet.headers) });
      return {};
    },
  });

  async function sendBatch(batch: readonly ImportRow[]): Promise<ImportRow[]> {
    const body = { rows: batch.flatMap(({ recipient }) => (recipient ? [recipient] : [])) };
    attempt.current = attemptFor(body, attempt.current);
    const { key } = attempt.current;
    const answer = await callApi(addressEndpoints.import, { body }, { idempotencyKey: key });
    return batch.map((row, index) => {
      const result = answer.rows[index];
      return result ? settledRow(row, result) : row;
    });
  }

  function put(changed: readonly ImportRow[]) {
    const byLine = new Map(changed.map((row) => [row.line, row]));
    setRows((before) => before.map((row) => byLine.get(row.line) ?? row));
  }

  const sending = useMutation({
    mutationFn: async () => {
      const ready = rows.filter(canSend);
      const settled: ImportRow[] = [];
      for (let start = 0; start < ready.length; start += ADDRESS_BATCH_SIZE) {
        const batch = ready.slice(start, start + ADDRESS_BATCH_SIZE);
        try {
          const sent = await sendBatch(batch);
          settled.push(...sent);
          put(sent);
        } catch (error) {
          put(batch.map((row) => ({ ...row, state: 'failed' })));
          throw error;
        }
      }
      return settled;
    },
    onMutate: dismissNotifications,
    onSuccess: (settled) => {
      const count = (state: ImportRow['state']) =>
        settled.filter((row) => row.state === state).length;
      notifySuccess({
        title: t('errors:success.addressesImported', { count: count('added') }),
        message: count('existing') > 0 && t('import.alreadySaved', { count: count('existing') }),
      });
    },
    onError: (cause) => notifyError({ title: t('errors:error.couldNotImportAddresses'), cause }),
    onSettled: refresh,
  });

  return {
    file,
    rows,
    reading,
    sending,
    /** Sets the column of each header, and reads the rows anew. */
    map: (columns: RecipientFile['columns']) => file && readRows({ ...file, columns }),
    /** Replaces a row by what was completed by hand. */
    fix: (row: ImportRow, recipient: NewSavedAddress) => put([fixedRow(row, recipient)]),
  };
}
export type AddressImport = ReturnType<typeof useAddressImport>;
