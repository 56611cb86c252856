import type { OrderSummary } from '@portage/contract/orders/order-selection';
import { createStore } from '../lib/store.ts';
import { withCode } from '../lib/with-code.ts';
import type { BulkAction } from './bulk-run/bulk-action.ts';
import type { Skipped } from './bulk-run/split-by-permission.ts';
import type { PrintJob } from './printing/print-job.ts';

/** Fetches what prints, marks and deletes orders, with its dialogs: no page needs it to show. */
export const loadCarryOut = () => import('./CarryOutDialogs.tsx');

/** Whether the dialogs are drawn: soon after the page shows, or with what is first asked for. */
export const dialogsAreDrawn = createStore(false);

function withCarryOut(act: (code: Awaited<ReturnType<typeof loadCarryOut>>) => void): void {
  void withCode(loadCarryOut, (code) => {
    dialogsAreDrawn.set(true);
    act(code);
  });
}

/** Prints documents of orders, or first says which of them have none. */
export function planPrint(job: PrintJob): void {
  withCarryOut((code) => code.planPrint(job));
}

/** Does an action to orders, or asks first where it has a question. */
export function planBulkRun(action: BulkAction, orders: readonly OrderSummary[]): void {
  withCarryOut((code) => code.planBulkRun(action, orders));
}

/** Says why an order cannot be edited. */
export function tellNotEditable(skipped: Skipped): void {
  withCarryOut((code) => code.tellNotEditable(skipped));
}
