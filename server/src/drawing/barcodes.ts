import { correction, generate, mode, type Bitmap2D } from 'lean-qr';

/** Quiet zone in squares (ISO/IEC 18004). */
export const QR_QUIET_ZONE = 4;

/** Bytes per version at error correction level M (ISO/IEC 18004, table 7). */
const CAPACITY_M = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412];

/** Side in squares at level M. Throws RangeError above 412 bytes, too small to scan. */
export function qrSideAtMost(text: string): number {
  const bytes = Buffer.byteLength(text);
  const index = CAPACITY_M.findIndex((capacity) => bytes <= capacity);
  if (index === -1) throw new RangeError(`${bytes} bytes are too many for the QR code of a label`);
  return 21 + 4 * index;
}

let latest: { readonly text: string; readonly code: Bitmap2D } | undefined;

/** Encodes at level M; `get(column, row)` is dark. Caches the latest: packages share a link. */
export function qrCode(text: string): Bitmap2D {
  if (latest?.text !== text) {
    const level = { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M };
    latest = { text, code: generate(mode.bytes(Buffer.from(text)), level) };
  }
  return latest.code;
}

/** Widths of bars and spaces for the symbol values 0–105 (ISO/IEC 15417, table 1). */
const PATTERNS =
  `212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132
  122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212
  322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311
  112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321
  331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214
  112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212
  124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113
  411311 113141 114131 311141 411131 211412 211214 211232`.split(/\s+/);
const STOP_PATTERN = '2331112';
const MODULES_OF_A_SYMBOL = 11;
const MODULES_OF_THE_STOP = 13;

const CODE_C = 99;
const CODE_B = 100;
const START_B = 104;
const START_C = 105;

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

/** Digits from which subset C is shorter: 4 at either end, 6 in the middle. */
function digitsWorthSubsetC(text: string, at: number): number {
  let end = at;
  while (isDigit(text, end)) end += 1;
  const atAnEnd = at === 0 || end === text.length;
  return end - at >= (atAnEnd ? 4 : 6) ? end - at : 0;
}

/** Symbol values with start, without check and stop. Throws RangeError as `code128Widths` does. */
function symbolValues(text: string): number[] {
  if (!/^[\x20-\x7e]+$/.test(text)) throw new RangeError('Code 128 holds printable ASCII only');
  const values: number[] = [];
  let subset: 'B' | 'C' | undefined;
  let at = 0;
  while (at < text.length) {
    const digits = digitsWorthSubsetC(text, at);
    // An odd run leaves its first digit to B; at the start of the data, its last.
    if (digits > 0 && (digits % 2 === 0 || at === 0)) {
      values.push(subset === undefined ? START_C : CODE_C);
      subset = 'C';
      for (const end = at + digits - (digits % 2); at < end; at += 2) {
        values.push(Number(text.slice(at, at + 2)));
      }
    } else {
      if (subset !== 'B') values.push(subset === undefined ? START_B : CODE_B);
      subset = 'B';
      values.push(text.charCodeAt(at) - 32);
      at += 1;
    }
  }
  return values;
}

/** Subsets B and C; widths of bars and spaces in turn. Throws RangeError beyond ASCII. */
export function code128Widths(text: string): number[] {
  const values = symbolValues(text);
  const weighted = values.reduce((sum, value, index) => sum + value * Math.max(index, 1), 0);
  const patterns = [...values, weighted % 103].map((value) => PATTERNS[value]);
  return Array.from(`${patterns.join('')}${STOP_PATTERN}`, Number);
}

/** Counts modules without the quiet zone. Throws as `code128Widths` does. */
export function code128Modules(text: string): number {
  const check = 1;
  return MODULES_OF_A_SYMBOL * (symbolValues(text).length + check) + MODULES_OF_THE_STOP;
}
