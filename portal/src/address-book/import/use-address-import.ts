import {
  ADDRESS_BATCH_SIZE,
  addressEndpoints,
  type NewSavedAddress,
} from '@portage/contract/addresses/addresses';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type Remote, wrap } from 'comlink';
import { useLocale } from '../../i18n/use-locale.ts';
import { callApi } from '../../lib/api.ts';
import { type Attempt, attemptFor } from '../../lib/attempt.ts';
import { dismissErrors, notifyError, notifySuccess } from '../../lib/notify.tsx';
import type { FileFault } from '../../lib/sheets/file-fault.ts';
import { useRefreshAddresses } from '../address-calls.ts';
import { canSend, fixedRow, type ImportRow, settledRow } from './import-rows.ts';
import type { ReadSheet, RecipientSheet } from './recipient-sheet.ts';

/** A file that was read: its headers, and the column that each leads to. */
export interface RecipientFile extends Omit<ReadSheet, 'rows'> {
  readonly name: string;
}

const startWorker = () =>
  new Worker(new URL('./recipient-sheet-worker.ts', import.meta.url), { type: 'module' });

/**
 * A file of recipients on its way into the address book: read by a worker, and sent batch by batch.
 * A batch that fails ends the sending; its rows and those after it can be sent again.
 */
export function useAddressImport() {
  const { t } = useTranslation(['addressBook', 'errors']);
  const locale = useLocale();
  const refresh = useRefreshAddresses();
  const attempt = useRef<Attempt>(undefined);
  const sheetWorker = useWorker<RecipientSheet>(startWorker);
  const [file, setFile] = useState<RecipientFile>();
  const [rows, setRows] = useState<readonly ImportRow[]>([]);

  const reading = useMutation({
    mutationFn: async (chosen: File): Promise<{ fault?: FileFault }> => {
      const sheet = await sheetWorker().read(chosen, locale);
      if ('fault' in sheet) return sheet;
      const { rows: read, ...head } = sheet;
      setFile({ ...head, name: chosen.name });
      setRows(read);
      return {};
    },
  });

  async function map(columns: RecipientFile['columns']) {
    if (!file) return;
    setFile({ ...file, columns });
    setRows(await sheetWorker().rowsBy(columns, locale));
  }

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
    onMutate: dismissErrors,
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
    /** Sets the column of each header and reads the rows again. */
    map,
    /** Replaces a row by what was completed by hand. */
    fix: (row: ImportRow, recipient: NewSavedAddress) => put([fixedRow(row, recipient)]),
  };
}
export type AddressImport = ReturnType<typeof useAddressImport>;

/**
 * A worker that starts with its first call and ends with the component. Answers with what calls it;
 * `Api` is what the worker exposes with Comlink.
 */
function useWorker<Api>(start: () => Worker): () => Remote<Api> {
  const running = useRef<{ readonly worker: Worker; readonly api: Remote<Api> }>(undefined);

  useEffect(
    () => () => {
      running.current?.worker.terminate();
      running.current = undefined;
    },
    [],
  );

  return () => {
    if (!running.current) {
      const worker = start();
      running.current = { worker, api: wrap<Api>(worker) };
    }
    return running.current.api;
  };
}
