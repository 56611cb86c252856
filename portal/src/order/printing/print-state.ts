import {
  LABEL_FORMATS,
  type LabelFormat,
  PACKING_SLIP_FORMATS,
  type PrintedDocuments,
  type PrinterResolution,
  PRINTER_RESOLUTIONS,
} from '@portage/contract/orders/labels';
import type { OrderSummary } from '@portage/contract/orders/orders';
import { useMerchant } from '../../lib/merchant.ts';
import { createStore, keepOnDevice, useStore } from '../../lib/store.ts';
import { useOnDevice } from '../../lib/use-on-device.ts';
import { isMac } from '../../lib/use-shortcut.ts';
import type { Skipped } from '../bulk-run/bulk-action.ts';
import { createRunStore } from '../run-store.ts';
import type { Decision, FetchProgress, PrintFailure } from './fetch-documents.ts';

export function usePrintFormat(documents: PrintedDocuments) {
  const key = documents === 'packingSlips' ? 'packingSlipFormat' : 'labelFormat';
  return useOnDevice<LabelFormat>(key, 'zpl', {
    deserialize: (stored) => formatsOf(documents).find((format) => format === stored) ?? 'zpl',
    serialize: (chosen) => chosen,
  });
}

const CHOSEN = 'printerChosen';

/** Asked once: the device remembers. */
export const isPrinterChosen = (): boolean => localStorage.getItem(CHOSEN) === 'true';

/** A chosen format counts as the answer. */
export const rememberPrinter = (): void => keepOnDevice(CHOSEN, 'true');

/** The printer of this device; undefined until it is chosen. */
export function usePrinter() {
  const [isChosen, setChosen] = useOnDevice(CHOSEN, false);
  const [format, setFormat] = usePrintFormat('labels');
  const [, setSlipFormat] = usePrintFormat('packingSlips');
  const [dpi, setDpi] = usePrinterResolution();
  return {
    printer: isChosen ? { format, dpi } : undefined,
    choosePrinter: (chosen: Printer): void => {
      setFormat(chosen.format);
      setSlipFormat(chosen.format === 'zpl' ? 'zpl' : 'pdf');
      setDpi(chosen.dpi);
      setChosen(true);
    },
  };
}

/** The usual one for other text. */
export function resolutionOf(text: string | undefined): PrinterResolution {
  return PRINTER_RESOLUTIONS.find((dpi) => String(dpi) === text) ?? 203;
}

export const usePrinterResolution = () =>
  useOnDevice<PrinterResolution>('printerResolution', 203, {
    deserialize: resolutionOf,
    serialize: String,
  });

/** Prints packing slips with labels where a shop is linked (spec 1 §2). */
export function useLabelSettings(): PrintSettings {
  const { data: merchant } = useMerchant();
  const documents = merchant?.shopifyShop === undefined ? 'labels' : 'labelsAndPackingSlips';
  const [format] = usePrintFormat(documents);
  const [dpi] = usePrinterResolution();
  return { documents, format, dpi };
}

/** Splits a file into labels, from `^XA` to `^XZ`. */
export function zplLabels(zpl: string): string[] {
  return zpl.match(/\^XA.*?\^XZ/gs) ?? [];
}

/** With its printer's resolution. */
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

// The notification that offers the preview belongs to no screen.
const lastZpl = createStore(NOTHING);

export function useLastZpl(): LastZpl {
  return useStore(lastZpl);
}

/** False where no screen could show it. */
export function keepZpl(saved: SavedZpl): boolean {
  if (!lastZpl.hasSubscribers()) return false;
  lastZpl.set({ saved, isShown: false });
  return true;
}

export function openPreview(): void {
  lastZpl.set({ ...lastZpl.get(), isShown: true });
}

/** Closes the preview, which can be shown again. */
export function closePreview(): void {
  lastZpl.set({ ...lastZpl.get(), isShown: false });
}

export function forgetZpl(): void {
  lastZpl.set(NOTHING);
}

export interface PrintSettings {
  readonly documents: PrintedDocuments;
  readonly format: LabelFormat;
  /** Only ZPL depends on it. */
  readonly dpi: PrinterResolution;
}

export type Printer = Pick<PrintSettings, 'format' | 'dpi'>;

/** In sequence. */
export interface PrintJob extends PrintSettings {
  readonly orders: readonly OrderSummary[];
  /** Marks printed orders ready. */
  readonly thenReady?: boolean;
}

/** Packing slips alone have no letter paper (spec 1 §9). */
export const formatsOf = (documents: PrintedDocuments): readonly LabelFormat[] =>
  documents === 'packingSlips' ? PACKING_SLIP_FORMATS : LABEL_FORMATS;

export type PrintRun = { readonly job: PrintJob } & (
  | { readonly phase: 'choosing' }
  | { readonly phase: 'asking'; readonly unprintable: readonly Skipped[] }
  | ({ readonly phase: 'fetching' } & FetchProgress)
  | ({
      readonly phase: 'failed';
      readonly failure: PrintFailure;
      /** The most helpful first. */
      readonly offers: readonly Decision[];
      readonly decide: (decision: Decision) => void;
    } & FetchProgress)
);

/** A print in one of its phases. */
export type PrintRunIn<Phase extends PrintRun['phase']> = Extract<PrintRun, { phase: Phase }>;

/** One at a time. */
export const printRuns = createRunStore<PrintRun>();
export const usePrintRun = printRuns.useRun;
/** Labels that failed in the last print. */
export const failedOrders = createStore<ReadonlySet<string>>(new Set());

/** iPhones and iPads print the first page alone of a PDF within a page. */
export const canPrintPdf = (): boolean =>
  navigator.pdfViewerEnabled && !(isMac && navigator.maxTouchPoints > 0);
