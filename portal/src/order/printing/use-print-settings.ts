import { useLocalStorage } from '@mantine/hooks';
import {
  type LabelFormat,
  type PrintedDocuments,
  PRINTER_RESOLUTIONS,
  type PrinterResolution,
} from '@portage/contract/orders/labels';
import { useMerchant } from '../../lib/merchant.ts';
import { formatsOf, type PrintSettings } from './print-state.ts';

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
 * What the one button that prints labels prints, as it was chosen last: merchants with a linked shop
 * have labels and packing slips in one (spec 1 §2).
 */
export function useLabelSettings(): PrintSettings {
  const { data: merchant } = useMerchant();
  const documents = merchant?.shopifyShop === undefined ? 'labels' : 'labelsAndPackingSlips';
  const [format] = usePrintFormat(documents);
  const [dpi] = usePrinterResolution();
  return { documents, format, dpi };
}
