import { BulkActionDialog } from './bulk-run/BulkActionDialog.tsx';
import { PrintDialog } from './printing/PrintDialog.tsx';

export { planBulkRun } from './bulk-run/bulk-run-store.tsx';
export { planPrint } from './printing/print-run.ts';

export function ActionDialogs() {
  return (
    <>
      <BulkActionDialog />
      <PrintDialog />
    </>
  );
}
