import { importEndpoints, type OrderImport } from '@portage/contract/imports/imports';
import { orderSelectionEndpoints } from '@portage/contract/orders/order-selection';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../lib/api.ts';
import { callKey } from '../lib/call-query.ts';
import { confirm } from '../lib/confirm.tsx';
import { notifyError } from '../lib/notify.tsx';
import { useFormat } from '../lib/use-format.ts';
import { importKey } from './import-progress.ts';
import { useLabelSettings } from './printing/print-state.ts';
import { planPrint } from './start-actions.tsx';

/** `cancel` and `undo` ask first. */
export function useImportActions({ id, created }: OrderImport) {
  const { t } = useTranslation('bulkImport');
  const { number } = useFormat();
  const queryClient = useQueryClient();
  const settings = useLabelSettings();
  const params = { id };
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: callKey(importEndpoints.list) }),
      queryClient.invalidateQueries({ queryKey: importKey }),
    ]);

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
  const print = useMutation({
    async mutationFn() {
      const { orders } = await callApi(orderSelectionEndpoints.select, { query: { importId: id } });
      planPrint({ ...settings, orders });
    },
    onError: (cause) => notifyError({ title: t('imports.couldNotPrint'), cause }),
  });

  return {
    print,
    cancel: async () => {
      const question = {
        title: t('imports.cancelTitle'),
        text: t('imports.cancelText'),
        yes: t('imports.cancelYes'),
        no: t('imports.keep'),
      };
      if (await confirm({ ...question, isDangerous: true })) cancel.mutate();
    },
    undo: async () => {
      const count = { count: created, number: number(created) };
      const question = {
        title: t('imports.undoTitle'),
        text: t('imports.undoText', count),
        yes: t('imports.undoYes', count),
        no: t('imports.undoKeep'),
      };
      if (await confirm({ ...question, isDangerous: true })) undo.mutate();
    },
  };
}

export function useImportWords() {
  const { t } = useTranslation('bulkImport');
  const { number } = useFormat();
  const counted = (count: number) => ({ count, number: number(count) });
  return {
    /** Empty where everything was created. */
    leftOut({ failed, total, created, strayPackages }: OrderImport, isRunning: boolean): string[] {
      const rows = isRunning ? failed : total - created;
      return [
        ...(rows > 0 ? [t('imports.leftOut', counted(rows))] : []),
        ...(strayPackages > 0 ? [t('imports.stray', counted(strayPackages))] : []),
      ];
    },
    /** Undefined without one. */
    undone({ undo, created }: OrderImport): string | undefined {
      if (!undo) return undefined;
      const { state, deleted } = undo;
      if (state === 'RUNNING') {
        return t('imports.undoing', { deleted: number(deleted), created: number(created) });
      }
      const kept = created - deleted;
      return [
        t('imports.undone', counted(deleted)),
        ...(kept > 0 ? [t('imports.undoKept', counted(kept))] : []),
      ].join(' · ');
    },
  };
}
