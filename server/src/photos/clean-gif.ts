import { isShowable, MOST_PIECES } from './picture-limits.ts';

const SIGNATURES = ['GIF87a', 'GIF89a'];
const HEADER_LENGTH = 13;
const DESCRIPTOR_LENGTH = 10;

/** What follows in a block: an extension, a picture, or the end. */
const [EXTENSION, PICTURE, END] = [0x21, 0x2c, 0x3b];

/** The length of the table of colours that a byte of flags announces. */
const coloursOf = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** Where the pieces of data end that begin here, each with its length before it and 0 after the last. */
function endOfData(bytes: Buffer, from: number): number {
  let at = from;
  for (let length = bytes.readUInt8(at); length > 0; length = bytes.readUInt8(at)) at += 1 + length;
  return at + 1;
}

/** Tells whether an extension says how to show a picture: its transparency and time, or repetition. */
function isKept(extension: Buffer): boolean {
  const label = extension.readUInt8(1);
  return (
    label === 0xf9 || (label === 0xff && extension.toString('latin1', 3, 14) === 'NETSCAPE2.0')
  );
}

/**
 * A GIF picture without what does not belong to it (GIF89a, appendix B): comments, texts, what
 * applications wrote, and anything after its end. Undefined when it is no such picture; raises a
 * `RangeError` when it is not whole.
 */
export function cleanGif(bytes: Buffer): Buffer | undefined {
  if (!SIGNATURES.includes(bytes.toString('latin1', 0, 6))) return undefined;
  if (!isShowable(bytes.readUInt16LE(6), bytes.readUInt16LE(8))) return undefined;
  let at = HEADER_LENGTH + coloursOf(bytes.readUInt8(10));
  const kept = [bytes.subarray(0, at)];
  let hasPixels = false;
  while (kept.length < MOST_PIECES) {
    const kind = bytes.readUInt8(at);
    if (kind === END) return hasPixels ? Buffer.concat([...kept, Buffer.of(END)]) : undefined;
    if (kind === PICTURE) {
      if (!isShowable(bytes.readUInt16LE(at + 5), bytes.readUInt16LE(at + 7))) return undefined;
      const colours = coloursOf(bytes.readUInt8(at + 9));
      const end = endOfData(bytes, at + DESCRIPTOR_LENGTH + colours + 1);
      kept.push(bytes.subarray(at, end));
      hasPixels = true;
      at = end;
    } else if (kind === EXTENSION) {
      const end = endOfData(bytes, at + 2);
      if (isKept(bytes.subarray(at, end))) kept.push(bytes.subarray(at, end));
      at = end;
    } else {
      return undefined;
    }
  }
  return undefined;
}
