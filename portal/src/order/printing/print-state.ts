import type { OrderSummary } from '@portage/contract/orders/order-selection';
import { createStore, useStore } from '../../lib/store.ts';
import type { Skipped } from '../bulk-run/split-by-permission.ts';
import type { Decision, FetchProgress } from './fetch-documents.ts';
import type { PrintFailure } from './print-calls.ts';
import {
  LABEL_FORMATS,
  type LabelFormat,
  PACKING_SLIP_FORMATS,
  type PrintedDocuments,
  type PrinterResolution,
} from '@portage/contract/orders/labels';

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

/** What is being printed, and where it stands. */
export type PrintRun = { readonly job: PrintJob } & (
  | { readonly phase: 'asking'; readonly unprintable: readonly Skipped[] }
  | ({ readonly phase: 'fetching' } & FetchProgress)
  | ({
      readonly phase: 'failed';
      readonly failure: PrintFailure;
      /** The ways to go on. */
      readonly offers: readonly Decision[];
      readonly decide: (decision: Decision) => void;
    } & FetchProgress)
);

/** Kept outside the screens: whatever has orders can have them printed, one job at a time. */
export const printRuns = createStore<PrintRun | undefined>(undefined);
/** The ids of the orders whose labels could not be made when they were last to be printed. */
export const failedOrders = createStore<ReadonlySet<string>>(new Set());

const printedListeners = new Set<(orders: readonly OrderSummary[]) => void>();

/** What is being printed; undefined when nothing is. */
export function usePrintRun(): PrintRun | undefined {
  return useStore(printRuns);
}

/** Calls back with the orders that were printed; answers with how to stop it. */
export function whenPrinted(listener: (orders: readonly OrderSummary[]) => void): () => void {
  printedListeners.add(listener);
  return () => printedListeners.delete(listener);
}

/** Tells those who listen which orders were printed. */
export function tellPrinted(orders: readonly OrderSummary[]): void {
  for (const listener of printedListeners) listener(orders);
}
