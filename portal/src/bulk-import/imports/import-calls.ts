import { importEndpoints, type OrderImport } from '@portage/contract/imports/imports';
import { orderSelectionEndpoints } from '@portage/contract/orders/order-selection';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api.ts';
import { callQuery } from '../../lib/call-query.ts';
import { notifyError } from '../../lib/notify.tsx';
import { saveFile } from '../../lib/save-file.ts';
import { planPrint } from '../../order/start-actions.ts';
import { useLabelSettings } from '../../order/printing/print-state.ts';
import type { ImportFile } from '@portage/contract/imports/import-columns';

/** Milliseconds between reads of the list while an import runs. */
const POLL = 1000;

const importsQuery = callQuery(importEndpoints.list, { query: { limit: 10 } });

/** Tells whether an import is being created or undone. */
export function isUnderWay({ state, undo }: OrderImport): boolean {
  return state === 'QUEUED' || state === 'RUNNING' || undo?.state === 'RUNNING';
}

/** The merchant's last imports, newest first; read again while one is under way. */
export function useImports() {
  return useQuery({
    ...importsQuery,
    refetchInterval: ({ state }) => (state.data?.imports.some(isUnderWay) ? POLL : false),
  });
}

/** Actions on an import that was sent. */
export function useImportActions({ id }: OrderImport) {
  const { t } = useTranslation('bulkImport');
  const queryClient = useQueryClient();
  const settings = useLabelSettings();
  const params = { id };
  const refresh = () => queryClient.invalidateQueries(importsQuery);

  const cancel = useMutation({
    mutationFn: () => callApi(importEndpoints.cancel, { params }),
    onError: (cause) => notifyError({ title: t('imports.couldNotCancel'), cause }),
    onSettled: refresh,
  });
  const undo = useMutation({
    mutationFn: () => callApi(importEndpoints.undo, { params }),
    onError: (cause) => notifyError({ title: t('imports.couldNotUndo'), cause }),
    onSettled: refresh,
  });
  const download = useMutation({
    async mutationFn(file: ImportFile) {
      const failures = await callApi(importEndpoints.failures, { params, query: { file } });
      saveFile(failures, file === 'orderDetails' ? 'failed_orders.csv' : 'failed_packages.csv');
    },
    onError: (cause) => notifyError({ title: t('imports.couldNotDownload'), cause }),
  });
  const results = useMutation({
    async mutationFn() {
      saveFile(await callApi(importEndpoints.results, { params }), 'created_orders.csv');
    },
    onError: (cause) => notifyError({ title: t('imports.couldNotDownload'), cause }),
  });
  const print = useMutation({
    async mutationFn() {
      const { orders } = await callApi(orderSelectionEndpoints.select, { query: { importId: id } });
      planPrint({ ...settings, orders });
    },
    onError: (cause) => notifyError({ title: t('imports.couldNotPrint'), cause }),
  });
  return { cancel, undo, download, results, print };
}
