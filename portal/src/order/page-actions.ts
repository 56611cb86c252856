import { useEffect, useEffectEvent } from 'react';
import { orderCan } from '@portage/contract/orders/order-status';
import {
  isScanned,
  type OrderSummary,
  summaryOf,
  type Order,
} from '@portage/contract/orders/orders';
import { translate } from '../i18n/i18n.ts';
import { appConfig } from '../lib/app-config.ts';
import { notifyError, notifySuccess } from '../lib/notify.tsx';
import { createStore, useStore } from '../lib/store.ts';
import { useShortcut } from '../lib/use-shortcut.ts';
import { tellNotDone, tellNotEditable } from './bulk-run/bulk-action.ts';
import { markReady } from './bulk-run/MarkReady.tsx';
import { useLabelSettings } from './printing/print-state.ts';
import { planBulkRun, planPrint } from './start-actions.tsx';

/** Returns an address that may be relative to the portal. */
export function trackingLink(orderId: string): string {
  const base = appConfig().trackingUrl.replace(/\/$/, '');
  return new URL(`${base}/${orderId}`, window.location.origin).href;
}

/** One a line. */
export async function copyTrackingLinks(orders: readonly { readonly id: string }[]): Promise<void> {
  const links = orders.map(({ id }) => trackingLink(id)).join('\n');
  try {
    await navigator.clipboard.writeText(links);
    notifySuccess({
      about: 'shownChange',
      title: translate('errors:success.trackingLinkCopied', { count: orders.length }),
    });
  } catch {
    notifyError({ title: translate('errors:error.couldNotCopyLink'), message: links });
  }
}

/** Lists actions that the command palette offers, too. */
export interface PageActions {
  readonly print: () => void;
  readonly printAndReady: () => void;
  readonly copyLink: () => void;
  readonly ready: () => void;
  readonly exportCsv?: () => void;
}

const shown = createStore<PageActions | undefined>(undefined);

/** Undefined on pages without orders. */
export const usePageActions = (): PageActions | undefined => useStore(shown);

interface OrderKeys {
  /** Selected orders, else the focused or open one. */
  readonly concerned: () => readonly OrderSummary[];
  readonly editable: () => Order | undefined;
  readonly onEdit: (order: Order) => void;
  readonly onExport?: () => void;
}

/** Binds keys, and offers the same actions to the palette. */
export function useOrderKeys({ concerned, editable, onEdit, onExport }: OrderKeys): void {
  const settings = useLabelSettings();

  function act(action: (orders: readonly OrderSummary[]) => void): void {
    const orders = concerned();
    if (orders.length > 0) return action(orders);
    tellNotDone();
  }
  const print = () => act((orders) => planPrint({ ...settings, orders }));
  const printAndReady = () => act((orders) => planPrint({ ...settings, orders, thenReady: true }));
  const copyLink = () => act((orders) => void copyTrackingLinks(orders));
  const ready = () => act((orders) => planBulkRun(markReady(), orders));
  function edit(): void {
    const order = editable();
    if (!order) return act(() => undefined);
    const permission = orderCan.edit({ ...order, isScanned: isScanned(order) });
    if (permission.allowed) return onEdit(order);
    tellNotEditable({ order: summaryOf(order), reason: permission.reason });
  }

  useShortcut('print', print);
  useShortcut('printAndReady', printAndReady);
  useShortcut('ready', ready);
  useShortcut('copyLink', copyLink);
  useShortcut('edit', edit);
  const canExport = onExport !== undefined;
  const run = useEffectEvent((name: keyof PageActions) => {
    ({ print, printAndReady, ready, copyLink, exportCsv: () => onExport?.() })[name]();
  });
  useEffect(() => {
    shown.set({
      print: () => run('print'),
      printAndReady: () => run('printAndReady'),
      ready: () => run('ready'),
      copyLink: () => run('copyLink'),
      ...(canExport && { exportCsv: () => run('exportCsv') }),
    });
    return () => shown.set(undefined);
  }, [canExport]);
}
