import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GIF, JPEG, PNG, pngChunk, pngOf } from '../testing/sample-pictures.ts';
import { cleanPicture } from './clean-picture.ts';
import { orientationSegment, readOrientation } from './exif-orientation.ts';

const PICTURES = { 'image/jpeg': JPEG, 'image/png': PNG, 'image/gif': GIF };
const SECRET = 'taken at 43.6532 N 79.3832 W <script>alert(1)</script>';

/** Bytes in the middle of others. */
const inserted = (whole: Buffer, at: number, part: Buffer) =>
  Buffer.concat([whole.subarray(0, at), part, whole.subarray(at)]);

/** A segment of a JPEG. */
function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

const notAPicture = (bytes: Buffer) =>
  expect(() => cleanPicture(bytes)).toThrow(expect.objectContaining({ code: 'photo_unsupported' }));

describe.each(Object.entries(PICTURES))('%s:', (mediaType, picture) => {
  test('a picture that holds nothing else stays as it is', () => {
    expect(cleanPicture(picture)).toEqual({ mediaType, picture });
  });

  test('what follows the end of the picture is dropped', () => {
    const longer = Buffer.concat([picture, Buffer.from(SECRET), PNG]);
    expect(cleanPicture(longer)).toEqual({ mediaType, picture });
  });

  test('a picture that was cut off anywhere is refused', () => {
    for (let length = 0; length < picture.length; length += 1) {
      notAPicture(picture.subarray(0, length));
    }
  });

  test('however it is damaged, it is refused, or cleaned once and for all', () => {
    const change = fc.tuple(fc.nat(picture.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
        const damaged = Buffer.from(picture);
        for (const [at, byte] of changes) damaged.writeUInt8(byte, at);
        let cleaned: ReturnType<typeof cleanPicture>;
        try {
          cleaned = cleanPicture(damaged);
        } catch (error) {
          expect(error).toMatchObject({ code: 'photo_unsupported' });
          return;
        }
        expect(cleanPicture(cleaned.picture)).toEqual(cleaned);
      }),
    );
  });
});

test.each([
  ['nothing', ''],
  ['a text', 'A parcel at a door'],
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['a script that begins like a GIF', 'GIF89a/*<svg onload=alert(1)>*/=0;alert(1)'],
  ['a page that begins like a GIF', 'GIF89a<html><body onload=alert(1)>'],
  ['a picture of another kind', 'RIFF\x24\0\0\0WEBPVP8 '],
  ['a page that begins like a JPEG', '\xff\xd8\xff\xe0<html><script>alert(1)</script>'],
  ['a page that begins like a PNG', '\x89PNG\r\n\x1a\n<html><script>alert(1)</script>'],
])('%s is refused', (_what, text) => {
  notAPicture(Buffer.from(text, 'latin1'));
});

test('where a JPEG was taken, by what and what was noted in it is dropped', () => {
  const exif = Buffer.concat([Buffer.from('Exif\0\0MM\0*', 'latin1'), Buffer.from(SECRET)]);
  const xmp = Buffer.from(`http://ns.adobe.com/xap/1.0/\0${SECRET}`, 'latin1');
  const others = [exif, xmp].map((content) => segment(0xe1, content));
  const comment = segment(0xfe, Buffer.from(SECRET));
  const maker = segment(0xe2, Buffer.from(`MPF\0${SECRET}`, 'latin1'));
  const talkative = inserted(JPEG, 2, Buffer.concat([...others, comment, maker]));
  expect(cleanPicture(talkative).picture).toEqual(JPEG);
});

test('the colours of a JPEG stay', () => {
  const profile = segment(0xe2, Buffer.from('ICC_PROFILE\0\x01\x01…', 'latin1'));
  const coloured = inserted(JPEG, 2, profile);
  expect(cleanPicture(coloured).picture).toEqual(coloured);
});

test('which way up a JPEG is shown stays', () => {
  const exif = Buffer.concat([
    Buffer.from('Exif\0\0II*\0\x08\0\0\0\x02\0', 'latin1'),
    Buffer.from('0f0102000c00000020000000', 'hex'), // the maker of the camera
    Buffer.from('120103000100000006000000', 'hex'), // turned by 90°
    Buffer.from(`\0\0\0\0${SECRET}`, 'latin1'),
  ]);
  const { picture } = cleanPicture(inserted(JPEG, 2, segment(0xe1, exif)));
  expect(picture).toEqual(inserted(JPEG, 2, orientationSegment(6)));
  expect(cleanPicture(picture).picture).toEqual(picture);
});

test('whatever a camera wrote, its orientation is one of eight or none', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.boolean(), (bytes, isLittle) => {
      const head = Buffer.from(`Exif\0\0${isLittle ? 'II' : 'MM'}`, 'latin1');
      const orientation = readOrientation(Buffer.concat([head, bytes])) ?? 1;
      expect([1, 2, 3, 4, 5, 6, 7, 8]).toContain(orientation);
    }),
  );
});

test('texts in a PNG are dropped', () => {
  const text = pngChunk('tEXt', Buffer.from(`Comment\0${SECRET}`, 'latin1'));
  expect(cleanPicture(pngOf(2, 2, text)).picture).toEqual(PNG);
});

test('comments in a GIF are dropped', () => {
  const comment = Buffer.from(`!\xfe${String.fromCharCode(SECRET.length)}${SECRET}\0`, 'latin1');
  expect(cleanPicture(inserted(GIF, 19, comment)).picture).toEqual(GIF);
});

test('a picture in more pieces than any camera makes is refused', () => {
  const piece = pngChunk('pHYs', Buffer.alloc(9));
  const pieces = (count: number) => Array.from({ length: count }, () => piece);
  expect(cleanPicture(pngOf(2, 2, ...pieces(1000))).mediaType).toBe('image/png');
  notAPicture(pngOf(2, 2, ...pieces(50_000)));
});

test('a picture too large to be shown is refused, however small the file', () => {
  expect(cleanPicture(pngOf(10_000, 10_000)).mediaType).toBe('image/png');
  notAPicture(pngOf(10_000, 10_001));
  notAPicture(pngOf(0, 10));
  const large = Buffer.from(GIF);
  large.writeUInt32LE(0xffffffff, 6);
  notAPicture(large);
});
