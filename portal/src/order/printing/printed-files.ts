import {
  type LabelFormat,
  type PrintedDocuments,
  ZPL_MEDIA_TYPE,
} from '@portage/contract/orders/labels';
import { i18n } from '../../i18n/i18n.ts';
import type { PrintSettings } from './print-state.ts';

const LABELS: Readonly<Record<LabelFormat, string>> = {
  zpl: 'portageLabels.zpl',
  pdf: 'portageLabels.pdf',
  pdf_letter: 'Label.pdf',
};
const SLIPS: typeof LABELS = {
  zpl: 'PackingSlip.zpl',
  pdf: 'PackingSlip.pdf',
  pdf_letter: 'PackingSlip.pdf',
};
const NAMES: Readonly<Record<PrintedDocuments, typeof LABELS>> = {
  labels: LABELS,
  packingSlips: SLIPS,
  labelsAndPackingSlips: LABELS,
};

/** The name of the file that holds printed documents (spec 1 §9). */
export const fileNameOf = ({ documents, format }: Pick<PrintSettings, 'documents' | 'format'>) =>
  NAMES[documents][format];

/** What reads and writes PDF; it is large, so it is loaded only when several are to be merged. */
const pdfLibrary = () => import('@cantoo/pdf-lib');

/**
 * Has everything there that merging files of a format takes: once they are made it must not be missing.
 * Rejects when it could not be loaded, with what to do: browsers try that once a page.
 */
export async function prepareMerging(format: LabelFormat): Promise<void> {
  if (format === 'zpl') return;
  await pdfLibrary().catch((cause: unknown) => {
    throw new Error(i18n.t('orders:print.notLoaded'), { cause });
  });
}

/** Puts several files of a format into one, in their order: ZPL one after the other, PDF page by page. */
export async function mergeFiles(format: LabelFormat, files: readonly Blob[]): Promise<Blob> {
  const [first, ...others] = files;
  if (first && others.length === 0) return first;
  if (format === 'zpl') {
    return new Blob(
      files.flatMap((file) => [file, '\n']),
      { type: ZPL_MEDIA_TYPE },
    );
  }
  const { PDFDocument } = await pdfLibrary();
  const merged = await PDFDocument.create();
  for (const file of files) {
    const source = await PDFDocument.load(await file.arrayBuffer());
    const pages = await merged.copyPages(source, source.getPageIndices());
    for (const page of pages) merged.addPage(page);
  }
  // The copy gives the bytes a plain ArrayBuffer, which is what a Blob takes.
  return new Blob([new Uint8Array(await merged.save())], { type: 'application/pdf' });
}
