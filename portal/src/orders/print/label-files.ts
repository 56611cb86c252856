import { ZPL_MEDIA_TYPE, type LabelFormat } from '@portage/contract/labels';

/** The name of the file that holds the labels of a format (spec 1 §9). */
export const labelFileName: Readonly<Record<LabelFormat, string>> = {
  zpl: 'portageLabels.zpl',
  pdf: 'portageLabels.pdf',
  pdf_letter: 'Label.pdf',
};

/**
 * Puts the labels of several orders into one file, in their order: ZPL one after the other, PDF page
 * by page. The PDF library is large, so it is loaded only when there is more than one PDF.
 */
export async function mergeLabels(format: LabelFormat, labels: readonly Blob[]): Promise<Blob> {
  const [first, ...others] = labels;
  if (first && others.length === 0) return first;
  if (format === 'zpl') {
    return new Blob(
      labels.flatMap((label) => [label, '\n']),
      { type: ZPL_MEDIA_TYPE },
    );
  }
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const merged = await PDFDocument.create();
  for (const label of labels) {
    const source = await PDFDocument.load(await label.arrayBuffer());
    const pages = await merged.copyPages(source, source.getPageIndices());
    for (const page of pages) merged.addPage(page);
  }
  // The copy gives the bytes a plain ArrayBuffer, which is what a Blob takes.
  return new Blob([new Uint8Array(await merged.save())], { type: 'application/pdf' });
}
