import { correction, generate, mode, type Bitmap2D } from 'lean-qr';

/** Squares of quiet zone on each side (ISO/IEC 18004). */
export const QR_QUIET_ZONE = 4;

/** Bytes that versions 1, 2, … hold at error correction level M (ISO/IEC 18004, table 7). */
const CAPACITY_M = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412];

/**
 * The most squares a side of the QR code of a text can have at level M. Encoders may find a smaller
 * one. Throws a RangeError for texts over 412 bytes, whose squares would be too small to scan.
 */
export function qrSideAtMost(text: string): number {
  const bytes = Buffer.byteLength(text);
  const index = CAPACITY_M.findIndex((capacity) => bytes <= capacity);
  if (index === -1) throw new RangeError(`${bytes} bytes are too many for the QR code of a label`);
  return 21 + 4 * index;
}

let latest: { readonly text: string; readonly code: Bitmap2D } | undefined;

/**
 * Encodes a text at level M; `get(column, row)` tells whether a square is dark. The packages of an
 * order share a link, so the latest code is kept.
 */
export function qrCode(text: string): Bitmap2D {
  if (latest?.text !== text) {
    const level = { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M };
    latest = { text, code: generate(mode.bytes(Buffer.from(text)), level) };
  }
  return latest.code;
}
