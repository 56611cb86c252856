import { FileFaultError, MAX_FILE_BYTES, type FileFault, type SheetText } from './file-fault.ts';
import { decodeText, readCsv } from './read-csv.ts';

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

/** Reads the first bytes: names may be wrong. */
function kindOf(bytes: Uint8Array): 'pdf' | 'oldExcel' | 'workbook' | 'text' {
  if (startsWith(bytes, [0x25, 0x50, 0x44, 0x46])) return 'pdf';
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return 'oldExcel';
  return startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) ? 'workbook' : 'text';
}

const MARKUP = /^\s*<(?:!|\?xml|html|head|meta|style|table)/i;

async function readBytes(bytes: Uint8Array): Promise<SheetText> {
  if (bytes.length === 0) throw new FileFaultError('empty');
  const kind = kindOf(bytes);
  if (kind === 'text') {
    const text = decodeText(bytes);
    if (MARKUP.test(text)) throw new FileFaultError('webPage');
    return readCsv(text);
  }
  if (kind !== 'workbook') throw new FileFaultError(kind);
  const { readWorkbook } = await import('./read-workbook.ts');
  return readWorkbook(bytes);
}

/** Reads CSV or Excel, or returns the fault. `isHeader` tells headers from a single row. */
export async function readFile(
  file: Blob,
  isHeader: (text: string) => boolean,
): Promise<SheetText | { fault: FileFault }> {
  try {
    if (file.size > MAX_FILE_BYTES) {
      const values = { size: Math.round(file.size / 2 ** 20), limit: MAX_FILE_BYTES / 2 ** 20 };
      throw new FileFaultError('tooLarge', values);
    }
    return await readBytes(new Uint8Array(await file.arrayBuffer()));
  } catch (error) {
    if (!(error instanceof FileFaultError)) return { fault: { code: 'unreadable' } };
    const isRow = error.fault.code === 'noRows' && !error.headers.some(isHeader);
    return { fault: isRow ? { code: 'oneLine' } : error.fault };
  }
}
