import { crc32 } from 'node:zlib';
import { isShowable, MOST_PIECES } from './picture-limits.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** The chunks that are needed to show the picture; others tell of where, when and by what it was made. */
const KEPT = [
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'bKGD', 'pHYs'],
  ...['cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP'],
];

/**
 * A PNG picture without what does not belong to it (PNG 3, 11): texts, further pictures, and anything
 * after its end. Undefined when it is no such picture; raises a `RangeError` when it is not whole.
 */
export function cleanPng(bytes: Buffer): Buffer | undefined {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined;
  const kept: Buffer[] = [SIGNATURE];
  let hasPixels = false;
  for (let at = SIGNATURE.length; kept.length < MOST_PIECES;) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const checked = bytes.subarray(at + 4, end - 4);
    if (crc32(checked) !== bytes.readUInt32BE(end - 4)) return undefined;
    const name = checked.toString('latin1', 0, 4);
    const isFirst = kept.length === 1;
    if (isFirst !== (name === 'IHDR')) return undefined;
    if (isFirst && !isShowable(checked.readUInt32BE(4), checked.readUInt32BE(8))) return undefined;
    hasPixels ||= name === 'IDAT' && checked.length > 4;
    if (KEPT.includes(name)) kept.push(bytes.subarray(at, end));
    if (name === 'IEND') return hasPixels ? Buffer.concat(kept) : undefined;
    at = end;
  }
  return undefined;
}
