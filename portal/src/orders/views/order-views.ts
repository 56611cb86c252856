import {
  type NewOrderView,
  type OrderColumn,
  type OrderListSettings,
  type OrderView,
  type OrderViewChanges,
  orderViewEndpoints,
  viewsByName,
} from '@portage/contract/orders/order-views';
import { useDebouncedCallback } from '@mantine/hooks';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../i18n/i18n.ts';
import { callApi } from '../../lib/api.ts';
import { type Attempt, attemptFor } from '../../lib/attempt.ts';
import { notifyError } from '../../lib/notify.tsx';
import { listSettingsQuery } from '../../order/order-calls.ts';

/** How long further choices of columns are waited for, in milliseconds. */
const COLUMNS_PAUSE = 500;

/** The reader's saved views and columns. */
export function useListSettings() {
  return useQuery(listSettingsQuery);
}

/** Saves a view, under one Idempotency-Key as long as it stays the same. */
export function useCreateView() {
  const queryClient = useQueryClient();
  const attempt = useRef<Attempt>(undefined);
  return useMutation({
    mutationFn: (view: NewOrderView) => {
      const current = attemptFor(view, attempt.current);
      attempt.current = current;
      return callApi(orderViewEndpoints.create, { body: view }, { idempotencyKey: current.key });
    },
    onSuccess: (view) => {
      attempt.current = undefined;
      putView(queryClient, view);
    },
  });
}

/** Changes the name of a view, or what it shows. */
export function useChangeView() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: OrderViewChanges }) =>
      callApi(orderViewEndpoints.update, { params: { id }, body: changes }),
    onSuccess: (view) => putView(queryClient, view),
    onError: () => queryClient.invalidateQueries(listSettingsQuery),
  });
}

/** Deletes a view. */
export function useDeleteView() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi(orderViewEndpoints.delete, { params: { id } }),
    onSuccess: (_, id) =>
      changeSettings(queryClient, ({ views, ...others }) => ({
        ...others,
        views: views.filter((view) => view.id !== id),
      })),
    onError: () => queryClient.invalidateQueries(listSettingsQuery),
  });
}

/**
 * What shows columns where no view says otherwise: at once here, and shortly after, when no other
 * choice follows, on the server for the reader's other devices.
 */
export function useChooseColumns() {
  const { t } = useTranslation('orderViews');
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (columns: OrderColumn[]) =>
      callApi(orderViewEndpoints.chooseColumns, { body: { columns } }),
    scope: { id: 'order columns' },
    onError: (cause) => {
      notifyError({ title: t('columns.notSaved'), cause });
      void queryClient.invalidateQueries(listSettingsQuery);
    },
  });
  const save = useDebouncedCallback(mutate, { delay: COLUMNS_PAUSE, flushOnUnmount: true });
  return (columns: OrderColumn[]) => {
    changeSettings(queryClient, (settings) => ({ ...settings, columns }));
    save(columns);
  };
}

/** Puts a view as the server has it among the others. */
function putView(queryClient: QueryClient, view: OrderView): void {
  changeSettings(queryClient, ({ views, ...others }) => ({
    ...others,
    views: viewsByName([...views.filter(({ id }) => id !== view.id), view], currentLocale()),
  }));
}

/** Changes what is known of the settings; an answer under way, which does not know of it, is dropped. */
function changeSettings(
  queryClient: QueryClient,
  change: (settings: OrderListSettings) => OrderListSettings,
): void {
  void queryClient.cancelQueries(listSettingsQuery);
  queryClient.setQueryData(listSettingsQuery.queryKey, (known) => known && change(known));
}
