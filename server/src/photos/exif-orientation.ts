const EXIF = Buffer.from('Exif\0\0', 'latin1');
const ORIENTATION_TAG = 0x0112;
const ENTRY_LENGTH = 12;

/** Which way up a picture is to be shown: 1 as it is, 2 to 8 turned or mirrored (Exif 2.3, 4.6.4). */
type Orientation = number;

/**
 * The orientation that the content of an APP1 segment tells; undefined when it tells none. Numbers
 * that a broken segment does not have count as 0.
 */
export function readOrientation(segment: Buffer): Orientation | undefined {
  if (!segment.subarray(0, EXIF.length).equals(EXIF)) return undefined;
  const tiff = segment.subarray(EXIF.length);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  function number(at: number, length: 2 | 4): number {
    if (at + length > tiff.length) return 0;
    return isLittle ? tiff.readUIntLE(at, length) : tiff.readUIntBE(at, length);
  }

  const directory = number(4, 4);
  for (let entry = 0; entry < number(directory, 2); entry += 1) {
    const at = directory + 2 + entry * ENTRY_LENGTH;
    const isIt = number(at, 2) === ORIENTATION_TAG;
    const orientation = number(at + 8, 2);
    if (isIt) return orientation >= 1 && orientation <= 8 ? orientation : undefined;
  }
  return undefined;
}

/** The segment of `orientationSegment`, without its one value: big-endian, one entry. */
const SEGMENT = Buffer.from(
  [
    ...['ffe10022', '457869660000'], // APP1, 34 bytes; Exif
    ...['4d4d002a00000008', '0001'], // the directory begins at 8 and has one entry
    ...['011200030000000100000000', '00000000'], // the orientation, one short; nothing follows
  ].join(''),
  'hex',
);
const VALUE_AT = 28;

/** An APP1 segment that tells an orientation and nothing else. */
export function orientationSegment(orientation: Orientation): Buffer {
  const segment = Buffer.from(SEGMENT);
  segment.writeUInt16BE(orientation, VALUE_AT);
  return segment;
}
