import {
  LABEL_FORMATS,
  type LabelFormat,
  PACKING_SLIP_FORMATS,
  type PrintedDocuments,
  type PrinterResolution,
} from '@portage/contract/orders/labels';
import type { OrderSummary } from '@portage/contract/orders/order-selection';

/** What is printed of orders, and how. */
export interface PrintSettings {
  readonly documents: PrintedDocuments;
  readonly format: LabelFormat;
  /** Of the label printer; only ZPL depends on it. */
  readonly dpi: PrinterResolution;
}

/** Documents to be printed of orders, in their sequence. */
export interface PrintJob extends PrintSettings {
  readonly orders: readonly OrderSummary[];
}

/** The formats of documents (spec 1 §9); packing slips alone have no letter paper. */
export const formatsOf = (documents: PrintedDocuments): readonly LabelFormat[] =>
  documents === 'packingSlips' ? PACKING_SLIP_FORMATS : LABEL_FORMATS;
