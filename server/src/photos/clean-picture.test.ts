import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { GIF, JPEG, PNG, pngChunk, pngOf } from '../testing/sample-pictures.ts';
import { cleanPicture } from './upload-photo.ts';

const PICTURES = { 'image/jpeg': JPEG, 'image/png': PNG, 'image/gif': GIF };
const SECRET = 'taken at 43.6532 N 79.3832 W <script>alert(1)</script>';

const inserted = (whole: Buffer, at: number, part: Buffer) =>
  Buffer.concat([whole.subarray(0, at), part, whole.subarray(at)]);

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

const notAPicture = (bytes: Buffer) =>
  expect(cleanPicture(bytes)).rejects.toMatchObject({ code: 'photo_unsupported' });

const textOf = (picture: Buffer) => picture.toString('latin1');

describe.each(Object.entries(PICTURES))('%s:', (mediaType, picture) => {
  test('a picture keeps its format and size', async () => {
    const { width, height } = await sharp(picture).metadata();
    const cleaned = await cleanPicture(picture);
    expect(cleaned.mediaType).toBe(mediaType);
    expect(await sharp(cleaned.picture).metadata()).toMatchObject({
      format: mediaType.slice('image/'.length),
      width,
      height,
    });
  });

  test('bytes after the end of the picture are dropped', async () => {
    const longer = Buffer.concat([picture, Buffer.from(SECRET), PNG]);
    expect(await cleanPicture(longer)).toEqual(await cleanPicture(picture));
  });

  test('a damaged one is refused or becomes a whole picture', async () => {
    const change = fc.tuple(fc.nat(picture.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        const damaged = Buffer.from(picture);
        for (const [at, byte] of changes) damaged.writeUInt8(byte, at);
        const cleaned = await cleanPicture(damaged).catch((error: unknown) => {
          expect(error).toMatchObject({ code: 'photo_unsupported' });
          return undefined;
        });
        if (cleaned) await cleanPicture(cleaned.picture);
      }),
      { numRuns: 50 },
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
])('%s is refused', async (_what, text) => {
  await notAPicture(Buffer.from(text, 'latin1'));
});

test('a picture that was cut off is refused', async () => {
  const photo = await sharp({
    create: { width: 300, height: 200, channels: 3, background: '#c0ffee', noise: NOISE },
  })
    .jpeg()
    .toBuffer();
  await cleanPicture(photo);
  for (const part of [0.3, 0.6, 0.95]) await notAPicture(photo.subarray(0, photo.length * part));
});

const NOISE = { type: 'gaussian', mean: 128, sigma: 30 } as const;

test('a JPEG loses its location, camera and comments', async () => {
  const exif = Buffer.concat([Buffer.from('Exif\0\0MM\0*', 'latin1'), Buffer.from(SECRET)]);
  const xmp = Buffer.from(`http://ns.adobe.com/xap/1.0/\0${SECRET}`, 'latin1');
  const others = [exif, xmp].map((content) => segment(0xe1, content));
  const comment = segment(0xfe, Buffer.from(SECRET));
  const maker = segment(0xe2, Buffer.from(`MPF\0${SECRET}`, 'latin1'));
  const talkative = inserted(JPEG, 2, Buffer.concat([...others, comment, maker]));
  expect(textOf((await cleanPicture(talkative)).picture)).not.toContain('43.6532');
});

test('a JPEG rotated by EXIF is rotated in its pixels', async () => {
  const exif = Buffer.concat([
    Buffer.from('Exif\0\0II*\0\x08\0\0\0\x01\0', 'latin1'),
    Buffer.from('120103000100000006000000', 'hex'), // turned by 90°
    Buffer.from('\0\0\0\0'),
  ]);
  const { picture } = await cleanPicture(inserted(JPEG, 2, segment(0xe1, exif)));
  const { width, height, orientation } = await sharp(picture).metadata();
  expect({ width, height, orientation }).toEqual({ width: 2, height: 4, orientation: undefined });
});

test('texts in a PNG and comments in a GIF are dropped', async () => {
  const text = pngChunk('tEXt', Buffer.from(`Comment\0${SECRET}`, 'latin1'));
  expect(textOf((await cleanPicture(pngOf(2, 2, text))).picture)).not.toContain('43.6532');
  const comment = Buffer.from(`!\xfe${String.fromCharCode(SECRET.length)}${SECRET}\0`, 'latin1');
  expect(textOf((await cleanPicture(inserted(GIF, 19, comment))).picture)).not.toContain('43.6532');
});

test('segments with false entry counts do not block the process', async () => {
  const claim = segment(0xe1, Buffer.from('Exif\0\0MM\0*\0\0\0\x08\xff\xff', 'latin1'));
  const claims = Buffer.concat(Array.from({ length: 5000 }, () => claim));
  const attack = inserted(JPEG, 2, claims);
  expect(attack.length).toBeLessThan(110_000);
  const before = process.threadCpuUsage();
  await cleanPicture(attack);
  const { user, system } = process.threadCpuUsage(before);
  // In microseconds: the parser that walked through them took 4 to 10 seconds.
  expect(user + system).toBeLessThan(1_000_000);
});

test('a small file with too many pixels is refused', async () => {
  const blank = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#fff' } })
      .toColourspace('b-w')
      .png({ compressionLevel: 9 })
      .toBuffer();
  const large = await blank(10_000, 5_001);
  expect(large.length).toBeLessThan(200_000);
  await notAPicture(large);
  await notAPicture(pngOf(0, 10));
});

test('a photo larger than any screen is made smaller', async () => {
  const photo = await sharp({
    create: { width: 6000, height: 3000, channels: 3, background: '#c0ffee' },
  })
    .jpeg()
    .toBuffer();
  const { picture } = await cleanPicture(photo);
  expect(await sharp(picture).metadata()).toMatchObject({ width: 4096, height: 2048 });
});

test('concurrent photos queue, and too many are refused as busy', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 80 }, () => cleanPicture(JPEG)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(52);
  const refused = outcomes.find(({ status }) => status === 'rejected');
  expect(refused).toMatchObject({ reason: { code: 'busy' } });
});
