import type { OrderSummary } from '@portage/contract/orders/order-selection';
import { createStore } from '../lib/store.ts';
import { withCode } from '../lib/with-code.ts';
import type { BulkAction, Skipped } from './bulk-run/bulk-action.ts';
import type { PrintJob } from './printing/print-state.ts';

/** Fetches what prints, marks and deletes orders, with its dialogs: no page needs it to show. */
export const loadActions = () => import('./ActionDialogs.tsx');

/** True once the dialogs are drawn: soon after the page shows, or with the first action. */
export const dialogsAreDrawn = createStore(false);

function withActions(act: (code: Awaited<ReturnType<typeof loadActions>>) => void): void {
  void withCode(loadActions, (code) => {
    dialogsAreDrawn.set(true);
    act(code);
  });
}

/** Prints documents of orders, or first says which of them have none. */
export function planPrint(job: PrintJob): void {
  withActions((code) => code.planPrint(job));
}

/** Does an action to orders, or asks first where it has a question. */
export function planBulkRun(action: BulkAction, orders: readonly OrderSummary[]): void {
  withActions((code) => code.planBulkRun(action, orders));
}

/** Says why an order cannot be edited. */
export function tellNotEditable(skipped: Skipped): void {
  withActions((code) => code.tellNotEditable(skipped));
}
