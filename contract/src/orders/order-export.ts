import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { checkRanges, orderFilterShape } from './order-filter.ts';

/** The call that exports orders; the file is described in order-csv.ts. */
export const orderExportEndpoints = {
  export: endpoint({
    method: 'GET',
    path: '/orders/export',
    summary: 'Every order that matches as CSV with 66 columns, newest first, streamed',
    mayCall: 'userOrService',
    query: z.object(orderFilterShape).check(checkRanges),
    status: 200,
    response: { mediaTypes: ['text/csv'] },
    errors: ['too_many_exports'],
  }),
};
