import { orientationSegment, readOrientation } from './exif-orientation.ts';
import { isShowable, MOST_PIECES } from './picture-limits.ts';

const START = Buffer.from([0xff, 0xd8]);
const END = Buffer.from([0xff, 0xd9]);

const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Tells whether a marker begins a segment with a length; the others stand among pixels alone. */
const isSegment = (marker: number) => marker >= 0xc0 && !(marker >= 0xd0 && marker <= 0xd8);
const isApplication = (marker: number) => marker >= 0xe0 && marker <= 0xef;

/** What applications wrote of how to show the colours; the rest of it says where, when and by what. */
const COLOURS: Readonly<Record<number, string>> = {
  0xe0: 'JFIF\0',
  0xe2: 'ICC_PROFILE\0',
  0xee: 'Adobe',
};

/** Tells whether a segment is needed to show the picture. */
function isKept(marker: number, content: Buffer): boolean {
  if (marker === 0xfe) return false; // a comment
  const kept = COLOURS[marker];
  return !isApplication(marker) || (kept !== undefined && content.indexOf(kept, 0, 'latin1') === 0);
}

/** Where the pixels of a scan end that begin here: at the next marker that is not part of them. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] ?? 0;
    const isPixels = bytes[at] !== 0xff || next === 0 || (next >= 0xd0 && next <= 0xd7);
    if (!isPixels) return at;
  }
  throw new RangeError('The scan does not end');
}

/**
 * A JPEG picture without what does not belong to it (ITU T.81, annex B): where it was taken and with
 * what, comments, previews, and anything after its end. Its orientation stays. Undefined when it is
 * no such picture; raises a `RangeError` when it is not whole.
 */
export function cleanJpeg(bytes: Buffer): Buffer | undefined {
  if (!bytes.subarray(0, 2).equals(START)) return undefined;
  const kept: Buffer[] = [START];
  let at = START.length;
  let hasSize = false;
  let hasPixels = false;
  while (kept.length < MOST_PIECES) {
    if (bytes.readUInt8(at) !== 0xff) return undefined;
    while (bytes.readUInt8(at + 1) === 0xff) at += 1; // what may fill the room between segments
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xd9) return hasSize && hasPixels ? Buffer.concat([...kept, END]) : undefined;
    if (!isSegment(marker)) return undefined;

    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end < at + 4 || end > bytes.length) return undefined;
    const content = bytes.subarray(at + 4, end);
    if (marker === 0xe1) {
      const orientation = readOrientation(content);
      if (orientation !== undefined) kept.push(orientationSegment(orientation));
    }
    if (isFrame(marker)) {
      if (!isShowable(content.readUInt16BE(3), content.readUInt16BE(1))) return undefined;
      hasSize = true;
    }
    const isScan = marker === 0xda;
    hasPixels ||= isScan;
    const next = isScan ? endOfScan(bytes, end) : end;
    if (isKept(marker, content)) kept.push(bytes.subarray(at, next));
    at = next;
  }
  return undefined;
}
