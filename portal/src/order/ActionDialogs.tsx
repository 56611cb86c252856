import { BulkActionDialog } from './bulk-run/BulkActionDialog.tsx';
import { PrintDialog } from './printing/PrintDialog.tsx';

export { tellNotEditable } from './bulk-run/split-by-permission.ts';
export { planBulkRun } from './bulk-run/bulk-run-store.ts';
export { planPrint } from './printing/print-run.ts';

/** The dialogs of whatever is being printed, marked or deleted. */
export function ActionDialogs() {
  return (
    <>
      <BulkActionDialog />
      <PrintDialog />
    </>
  );
}
