import { scan } from '../server/src/testing/scan-labels.ts';

/** Reads the barcodes on pictures of labels, in printing order. */
export async function barcodesOf(pictures: readonly Uint8Array[]): Promise<string[]> {
  const codes = await Promise.all(pictures.map(scan));
  return codes.flat().flatMap(({ format, text }) => (format === 'Code128' ? [text] : []));
}
