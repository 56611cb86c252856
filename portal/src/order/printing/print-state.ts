import type { OrderSummary } from '@portage/contract/orders/order-selection';
import { createStore, useStore } from '../../lib/store.ts';
import { createRunStore } from '../run-store.ts';
import type { Skipped } from '../bulk-run/bulk-action.ts';
import type { Decision, FetchProgress, PrintFailure } from './fetch-documents.ts';
import {
  LABEL_FORMATS,
  type LabelFormat,
  PACKING_SLIP_FORMATS,
  type PrintedDocuments,
  type PrinterResolution,
  PRINTER_RESOLUTIONS,
} from '@portage/contract/orders/labels';
import { useLocalStorage } from '@mantine/hooks';
import { useMerchant } from '../../lib/merchant.ts';

/** The format that documents were printed in last, and how to choose another; the device keeps it. */
export function usePrintFormat(documents: PrintedDocuments) {
  return useLocalStorage<LabelFormat>({
    key: documents === 'packingSlips' ? 'packingSlipFormat' : 'labelFormat',
    defaultValue: 'zpl',
    getInitialValueInEffect: false,
    deserialize: (stored) => formatsOf(documents).find((format) => format === stored) ?? 'zpl',
    serialize: (chosen) => chosen,
  });
}

/** A resolution as it is kept or chosen; the usual one where it is none. */
export function resolutionOf(text: string | undefined): PrinterResolution {
  return PRINTER_RESOLUTIONS.find((dpi) => String(dpi) === text) ?? 203;
}

/** The resolution of the label printer, and how to choose another; the device keeps it. */
export function usePrinterResolution() {
  return useLocalStorage<PrinterResolution>({
    key: 'printerResolution',
    defaultValue: 203,
    getInitialValueInEffect: false,
    deserialize: resolutionOf,
    serialize: String,
  });
}

/**
 * Settings of the label button: merchants with a linked shop print packing slips with labels (spec
 * 1 §2).
 */
export function useLabelSettings(): PrintSettings {
  const { data: merchant } = useMerchant();
  const documents = merchant?.shopifyShop === undefined ? 'labels' : 'labelsAndPackingSlips';
  const [format] = usePrintFormat(documents);
  const [dpi] = usePrinterResolution();
  return { documents, format, dpi };
}

/** Splits a ZPL file into labels, from `^XA` to `^XZ`. */
export function zplLabels(zpl: string): string[] {
  return zpl.match(/\^XA.*?\^XZ/gs) ?? [];
}

/** A ZPL file that was saved, with the resolution of the printer it is for. */
export interface SavedZpl {
  readonly file: Blob;
  readonly name: string;
  readonly dpi: PrinterResolution;
}

interface LastZpl {
  readonly saved: SavedZpl | undefined;
  readonly isShown: boolean;
}

const NOTHING: LastZpl = { saved: undefined, isShown: false };

// Kept outside the screens: the notification that offers the preview belongs to none of them.
const lastZpl = createStore(NOTHING);

/** The ZPL file that was saved last, and whether its preview shows. */
export function useLastZpl(): LastZpl {
  return useStore(lastZpl);
}

/** Keeps a ZPL file for the preview. Returns false where no screen could show it. */
export function keepZpl(saved: SavedZpl): boolean {
  if (!lastZpl.hasSubscribers()) return false;
  lastZpl.set({ saved, isShown: false });
  return true;
}

/** Shows the preview of the ZPL file that was saved last. */
export function openPreview(): void {
  lastZpl.set({ ...lastZpl.get(), isShown: true });
}

/** Hides the preview; it can be shown again. */
export function closePreview(): void {
  lastZpl.set({ ...lastZpl.get(), isShown: false });
}

/** Lets go of the file. */
export function forgetZpl(): void {
  lastZpl.set(NOTHING);
}

/** Documents, format and resolution. */
export interface PrintSettings {
  readonly documents: PrintedDocuments;
  readonly format: LabelFormat;
  /** Of the label printer; only ZPL depends on it. */
  readonly dpi: PrinterResolution;
}

/** Documents to be printed of orders, in their sequence. */
export interface PrintJob extends PrintSettings {
  readonly orders: readonly OrderSummary[];
  /** True where those printed are marked ready at once. */
  readonly thenReady?: boolean;
}

/** The formats of documents (spec 1 §9); packing slips alone have no letter paper. */
export const formatsOf = (documents: PrintedDocuments): readonly LabelFormat[] =>
  documents === 'packingSlips' ? PACKING_SLIP_FORMATS : LABEL_FORMATS;

/** The state of a print. */
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

/** One job at a time. */
export const printRuns = createRunStore<PrintRun>();
export const usePrintRun = printRuns.useRun;
/** The ids of the orders whose labels could not be made when they were last to be printed. */
export const failedOrders = createStore<ReadonlySet<string>>(new Set());

const printedListeners = new Set<(orders: readonly OrderSummary[]) => void>();

/** Calls back with the orders that were printed; answers with how to stop it. */
export function whenPrinted(listener: (orders: readonly OrderSummary[]) => void): () => void {
  printedListeners.add(listener);
  return () => printedListeners.delete(listener);
}

/** Tells those who listen which orders were printed. */
export function tellPrinted(orders: readonly OrderSummary[]): void {
  for (const listener of printedListeners) listener(orders);
}
