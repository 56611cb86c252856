import type { CsvUpload } from '@portage/contract/imports';
import type { Deps } from '../deps.ts';
import type { Session } from '../sessions/identity.ts';
import {
  addRows,
  beginImport,
  dropImport,
  type ImportRequest,
  queueImport,
} from './receive-import.ts';

/**
 * Imports parsed rows: they are stored and queued, and created in the background. Gives the id of the
 * import. Raises what `queueImport` raises.
 */
export async function uploadRows(
  deps: Pick<Deps, 'db' | 'clock'>,
  session: Session,
  upload: CsvUpload,
  request: ImportRequest,
): Promise<string> {
  const arriving = await beginImport(deps, session);
  const { orderDetails, orderPackages } = arriving.files;
  orderDetails.name = upload.orderDetailsName;
  orderPackages.name = upload.orderPackagesName;
  try {
    await addRows(deps.db, arriving, 'orderDetails', upload.orderDetailsCsv);
    await addRows(deps.db, arriving, 'orderPackages', upload.orderPackagesCsv);
  } catch (error) {
    await dropImport(deps.db, arriving);
    throw error;
  }
  return queueImport(deps, arriving, request);
}
