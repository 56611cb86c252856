import { useDebouncedCallback } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  type NewOrderView,
  type OrderColumn,
  type OrderListSettings,
  type OrderView,
  type OrderViewChanges,
  orderViewEndpoints,
  viewsByName,
  type ViewFilter,
  DEFAULT_COLUMNS,
  ORDER_COLUMNS,
} from '@portage/contract/orders/order-views';
import { currentLocale, useTranslation } from '../../i18n/i18n.ts';
import { callApi } from '../../lib/api.ts';
import { notifyError } from '../../lib/notify.tsx';
import { queryClient } from '../../lib/query-client.ts';
import { useKeyedCall } from '../../lib/use-keyed-call.ts';
import { writeFilter, type OrdersSearch } from '../../order/order-address.ts';
import { listSettingsQuery, workFilters } from '../../order/order-calls.ts';

/** In the sequence of a merchant's day. */
export const WORK_VIEWS = ['toPrepare', 'needsAttention', 'toPrint', 'ready', 'onTheWay'] as const;

interface Shown {
  readonly filter: ViewFilter;
  readonly columns: readonly OrderColumn[];
}

export function differsFromView(view: Pick<OrderView, keyof Shown>, shown: Shown): boolean {
  return !isSameFilter(view.filter, shown.filter) || !isSameColumns(view.columns, shown.columns);
}

/** In any sequence. */
export function isSameColumns(one: readonly OrderColumn[], other: readonly OrderColumn[]): boolean {
  return one.length === other.length && one.every((column) => other.includes(column));
}

/** The work view that a filter is, sorted by anything. */
export const workViewOf = (filter: ViewFilter): (typeof WORK_VIEWS)[number] | undefined =>
  WORK_VIEWS.find((name) => {
    const view: ViewFilter = workFilters[name];
    return isSameFilter({ ...filter, sort: view.sort }, view);
  });

/** Ignores the sequence of values. */
export function isSameFilter(one: ViewFilter, other: ViewFilter): boolean {
  return wordsOf(one) === wordsOf(other);
}

const byLetters = (one: string, other: string) => (one < other ? -1 : 1);

function wordsOf(filter: ViewFilter): string {
  const sorted = Object.entries(filter).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.toSorted(byLetters) : value,
  ]);
  return JSON.stringify(writeFilter(Object.fromEntries(sorted) as ViewFilter));
}

interface ListAddress {
  readonly address: OrdersSearch;
  readonly filter: ViewFilter;
  readonly onGo: (next: OrdersSearch) => void;
  /** In place; `undefined` removes a part. */
  readonly onUpdate: (part: { view?: string | undefined; columns?: string | undefined }) => void;
}

/** Ignores unknown views, such as another user's. */
export function useOrderView({ address, filter, onGo, onUpdate }: ListAddress) {
  const { data: settings, error, isPending, failureCount, refetch } = useQuery(listSettingsQuery);
  const chooseOwnColumns = useChooseColumns();
  const views = settings?.views ?? [];
  const view = views.find(({ id }) => id === address.view);
  const columns = readColumns(address.columns) ??
    view?.columns ??
    settings?.columns ?? [...DEFAULT_COLUMNS];

  return {
    views,
    view,
    columns,
    isChanged: view
      ? differsFromView(view, { filter, columns })
      : !isSameFilter({ ...filter, sort: undefined }, {}),
    /** Until the columns are known, or cannot be known. */
    isPending: isPending && failureCount === 0,
    error: settings ? null : error,
    retry: () => void refetch(),
    /** Without a view, all orders. */
    chooseView: (next: OrderView | undefined) =>
      onGo(next ? { view: next.id, ...writeFilter(next.filter) } : {}),
    /** Keeps the filters. */
    stayIn: (saved: OrderView | undefined) => onUpdate({ view: saved?.id, columns: undefined }),
    /** Changes of a view stay until saved. */
    chooseColumns: (chosen: OrderColumn[]): void => {
      if (!view) chooseOwnColumns(chosen);
      if (view || address.columns !== undefined) {
        onUpdate({ columns: view && chosen.join(',') });
      }
    },
  };
}

function readColumns(text: string | undefined): OrderColumn[] | undefined {
  return text?.split(',').flatMap((word) => ORDER_COLUMNS.find((column) => column === word) ?? []);
}

/** Milliseconds. */
const COLUMNS_PAUSE = 500;

export function useCreateView() {
  const create = useKeyedCall(orderViewEndpoints.create);
  return useMutation({
    mutationFn: (body: NewOrderView) => create({ body }),
    onSuccess: putView,
  });
}

export function useChangeView() {
  return useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: OrderViewChanges }) =>
      callApi(orderViewEndpoints.update, { params: { id }, body: changes }),
    onSuccess: putView,
    onError: () => queryClient.invalidateQueries(listSettingsQuery),
  });
}

export function useDeleteView() {
  return useMutation({
    mutationFn: (id: string) => callApi(orderViewEndpoints.delete, { params: { id } }),
    onSuccess: (_, id) =>
      changeSettings(({ views, ...others }) => ({
        ...others,
        views: views.filter((view) => view.id !== id),
      })),
    onError: () => queryClient.invalidateQueries(listSettingsQuery),
  });
}

/** Saves after a pause, for the user's other devices. */
function useChooseColumns() {
  const { t } = useTranslation('orderViews');
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
    changeSettings((settings) => ({ ...settings, columns }));
    save(columns);
  };
}

function putView(view: OrderView): void {
  changeSettings(({ views, ...others }) => ({
    ...others,
    views: viewsByName([...views.filter(({ id }) => id !== view.id), view], currentLocale()),
  }));
}

/** Cancels requests that do not know the change. */
function changeSettings(change: (settings: OrderListSettings) => OrderListSettings): void {
  void queryClient.cancelQueries(listSettingsQuery);
  queryClient.setQueryData(listSettingsQuery.queryKey, (known) => known && change(known));
}
