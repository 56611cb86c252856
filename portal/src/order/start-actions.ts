import type { OrderSummary } from '@portage/contract/orders/order-selection';
import { createStore } from '../lib/store.ts';
import { withCode } from '../lib/with-code.ts';
import type { BulkAction, Skipped } from './bulk-run/bulk-action.ts';
import type { PrintJob } from './printing/print-state.ts';

/** Loaded late: no page needs them to show. */
export const loadActions = () => import('./ActionDialogs.tsx');

/** Soon after the page shows, or with the first action. */
export const dialogsAreDrawn = createStore(false);

function withActions(act: (code: Awaited<ReturnType<typeof loadActions>>) => void): void {
  void withCode(loadActions, (code) => {
    dialogsAreDrawn.set(true);
    act(code);
  });
}

export function planPrint(job: PrintJob): void {
  withActions((code) => code.planPrint(job));
}

export function planBulkRun(action: BulkAction, orders: readonly OrderSummary[]): void {
  withActions((code) => code.planBulkRun(action, orders));
}

export function tellNotEditable(skipped: Skipped): void {
  withActions((code) => code.tellNotEditable(skipped));
}
