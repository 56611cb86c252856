import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { MOST_IN_BATCH, OrderBatch, OrderOutcome } from './order-readiness.ts';
import { OrderReference } from './orders.ts';

/** Spec 1 §9; ZPL is the default. */
export const LABEL_FORMATS = ['zpl', 'pdf', 'pdf_letter'] as const;

export const LabelFormat = z.enum(LABEL_FORMATS);
export type LabelFormat = z.infer<typeof LabelFormat>;

/** Spec 1 §9; ZPL is the default. */
export const PACKING_SLIP_FORMATS = ['zpl', 'pdf'] as const;

export const PackingSlipFormat = z.enum(PACKING_SLIP_FORMATS);
export type PackingSlipFormat = z.infer<typeof PackingSlipFormat>;

export const ZPL_MEDIA_TYPE = 'application/x-zpl';

/** Dots per inch of label printers; only ZPL depends on it. */
export const PRINTER_RESOLUTIONS = [203, 300] as const;

export const PrinterResolution = z.literal(PRINTER_RESOLUTIONS);
export type PrinterResolution = z.infer<typeof PrinterResolution>;

const QueryResolution = z.coerce.number().pipe(PrinterResolution).default(203).meta({
  description: 'Dots to the inch of the printer; only ZPL depends on it.',
  enum: PRINTER_RESOLUTIONS,
});

/** A slip follows its labels (in `pdf_letter` it is beside them). */
export const PrintedDocuments = z.enum(['labels', 'packingSlips', 'labelsAndPackingSlips']);
export type PrintedDocuments = z.infer<typeof PrintedDocuments>;

export const LabelBatch = OrderBatch.extend({
  documents: PrintedDocuments.default('labels'),
  format: LabelFormat.default('zpl').describe('Packing slips alone have no `pdf_letter`.'),
  dpi: PrinterResolution.default(203).describe('As for one label.'),
  onFailure: z
    .enum(['stop', 'skip'])
    .default('stop')
    .describe(
      '`stop`: the first failure ends the batch without a file. `skip`: the other orders are printed.',
    ),
})
  .refine(({ documents, format }) => documents !== 'packingSlips' || format !== 'pdf_letter', {
    error: 'packingSlipFormat',
    path: ['format'],
  })
  .meta({ id: 'LabelBatch' });
export type LabelBatch = z.infer<typeof LabelBatch>;

const PRINTED = [ZPL_MEDIA_TYPE, 'application/pdf'] as const;

export const labelEndpoints = {
  get: endpoint('GET /labels/{id}', {
    summary: 'The shipping labels of an order, one a package',
    mayCall: 'userOrService',
    params: OrderReference,
    query: z.object({ format: LabelFormat.default('zpl'), dpi: QueryResolution }),
    response: { mediaTypes: PRINTED },
    errors: [
      'order_not_found',
      'order_not_printable',
      'order_cancelled',
      'order_not_drawable',
      'print_too_large',
      'busy',
    ],
  }),
  test: endpoint('GET /labels/test', {
    summary: 'A label of no order, to try a printer; nothing is recorded',
    mayCall: 'user',
    query: z.object({ format: LabelFormat.default('zpl'), dpi: QueryResolution }),
    response: { mediaTypes: PRINTED },
    errors: ['order_not_drawable', 'print_too_large', 'busy'],
  }),
  packingSlip: endpoint('GET /labels/packingslip/{id}', {
    summary: 'The packing slip of an order: what is inside, without prices',
    mayCall: 'userOrService',
    params: OrderReference,
    query: z.object({ format: PackingSlipFormat.default('zpl'), dpi: QueryResolution }),
    response: { mediaTypes: PRINTED },
    errors: ['order_not_found', 'order_not_drawable', 'print_too_large', 'busy'],
  }),
  batch: endpoint('POST /labels/batch', {
    summary: `Labels or packing slips of up to ${MOST_IN_BATCH} orders in one file`,
    mayCall: 'userOrService',
    body: LabelBatch,
    response: {
      report: z.object({
        outcomes: z
          .array(OrderOutcome)
          .describe(
            'One per id, in the sequence of `ids`; each order is printed once. `error`: it cannot be printed, see `code` and `message`. `unprocessed`: another one failed, and `onFailure` is `stop`.',
          ),
      }),
      file: { mediaTypes: PRINTED },
    },
    errors: ['too_many_pages', 'print_too_large', 'busy'],
  }),
};
