import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { OrderReference } from './order-reference.ts';

/** The formats of a label (spec 1 §9); ZPL is the default. */
export const LabelFormat = z.enum(['zpl', 'pdf', 'pdf_letter']);
export type LabelFormat = z.infer<typeof LabelFormat>;

/** The media type of ZPL II for Zebra printers. */
export const ZPL_MEDIA_TYPE = 'application/x-zpl';

/** The calls of labels. */
export const labelEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/labels/{id}',
    summary: 'The shipping labels of an order, one a package',
    mayCall: 'userOrService',
    params: OrderReference,
    query: z.object({ format: LabelFormat.default('zpl') }),
    status: 200,
    response: { mediaTypes: [ZPL_MEDIA_TYPE, 'application/pdf'] },
    errors: ['order_not_found', 'order_not_printable'],
  }),
};
