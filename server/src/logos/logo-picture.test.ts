import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Picture } from '../drawing/layout-items.ts';
import { drawLogo, readLogo } from './logo-picture.ts';
import { logoMemory } from './logo-source.ts';

const bar = (background: string, mark = '#000'): Sharp =>
  sharp({ create: { width: 400, height: 400, channels: 4, background } }).composite([
    {
      input: { create: { width: 300, height: 90, channels: 4, background: mark } },
      left: 50,
      top: 150,
    },
  ]);

const shape = (svg: string): Sharp =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400">${svg}</svg>`),
  );

const drawn = async (file: Buffer): Promise<Picture> => readLogo(await drawLogo(file));
const sizeOf = ({ width, height }: Picture) => ({ width, height });
const rejection = (file: Buffer) => drawLogo(file).then(() => 'drawn', String);

describe('a logo', () => {
  const ground = bar('#fff');
  test.each([
    ['png', () => ground.png()],
    ['jpg', () => ground.jpeg()],
    ['gif', () => ground.gif()],
    ['png of 16 bits', () => ground.toColourspace('rgb16').png()],
    ['png with a palette', () => ground.png({ palette: true })],
    ['png that is interlaced', () => ground.png({ progressive: true })],
    ['jpg for print', () => ground.flatten().toColourspace('cmyk').jpeg()],
  ])('that is a %s is drawn without its empty margins', async (_kind, file) => {
    const picture = await drawn(await file().toBuffer());
    expect(picture.width).toBeGreaterThanOrEqual(300);
    expect(picture.width).toBeLessThan(304);
    expect(picture.height).toBeGreaterThanOrEqual(90);
    expect(picture.height).toBeLessThan(94);
    expect(picture.gray).toHaveLength(picture.width * picture.height);
    expect(picture.gray[Math.floor(picture.gray.length / 2)]).toBeLessThan(40);
  });

  test('with transparency is drawn on white, also its cut-outs', async () => {
    const hole = { create: { width: 30, height: 30, channels: 4 as const, background: '#fff' } };
    const file = await sharp({ create: { width: 90, height: 90, channels: 4, background: '#000' } })
      .composite([{ input: hole, blend: 'dest-out' }])
      .extend({ left: 30, right: 30, background: '#0000' })
      .png()
      .toBuffer();
    const picture = await drawn(file);
    expect(sizeOf(picture)).toEqual({ width: 90, height: 90 });
    expect(picture.gray[45 * 90 + 45]).toBe(255);
    expect(picture.gray[0]).toBe(0);
  });

  test.each(['#fff', '#fffdf5'])(
    'that is %s on a transparent ground, for dark pages, is black on paper',
    async (mark) => {
      const file = shape(`<path fill="${mark}" d="M50 150h100v90h-100zm200 0h100v90h-100z"/>`);
      for (const format of ['png', 'gif'] as const) {
        const picture = await drawn(await file.toFormat(format).toBuffer());
        expect(sizeOf(picture)).toEqual({ width: 300, height: 90 });
        const row = picture.gray.subarray(45 * 300, 46 * 300);
        expect([row[50], row[250]].every((gray) => gray !== undefined && gray < 16)).toBe(true);
        expect(row[150]).toBe(255);
      }
    },
  );

  test('that is partly white on transparency is printed as it is', async () => {
    const white = { create: { width: 60, height: 60, channels: 3 as const, background: '#fff' } };
    const file = await sharp(await bar('#0000').png().toBuffer())
      .composite([{ input: white, left: 60, top: 165 }])
      .png()
      .toBuffer();
    const { width, gray } = await drawn(file);
    expect(gray[0]).toBe(0);
    expect(gray[45 * width + 40]).toBe(255);
  });

  test('keeps its coloured background, in gray', async () => {
    const { width, height, gray } = await drawn(await bar('#c8102e').png().toBuffer());
    expect({ width, height }).toEqual({ width: 240, height: 240 });
    expect(gray[0]).toBeGreaterThan(50);
    expect(gray[0]).toBeLessThan(130);
  });

  test.each([
    ['yellow', '#ffd400'],
    ['pale pink', '#f0d8d8'],
    ['red', '#c8102e'],
  ])('that is %s alone is black, since label printers print nothing else', async (_name, mark) => {
    for (const format of ['png', 'jpeg'] as const) {
      const { width, height, gray } = await drawn(
        await bar('#fff', mark).toFormat(format).toBuffer(),
      );
      // Below 72 a label printer draws nothing but black (drawing/dither.ts).
      expect(gray[Math.floor(height / 2) * width + Math.floor(width / 2)]).toBeLessThan(72);
    }
  });

  test.each([
    ['dark green', '#1a6b2f', '#7b9', 16],
    ['a green of no great contrast', '#5a7a5a', '#8fa88f', 24],
  ])(
    'of %s on another keeps them apart, and its paper white',
    async (_name, mark, ground, apart) => {
      const file = shape(
        `<path fill="${mark}" d="M0 0h200v200h-200z"/><path fill="${ground}" d="M200 0h200v200h-200z"/>` +
          '<path fill="#fafafa" d="M150 50h100v100h-100z"/>',
      );
      const { width, gray } = await drawn(await file.png().toBuffer());
      const row = gray.subarray(Math.floor(width / 4) * width);
      const [dark = 255, paper = 0, light = 0] = [row[40], row[200], row[360]];
      expect(dark).toBeLessThan(72);
      expect(light).toBeGreaterThan(72 + apart);
      expect(light).toBeLessThan(216);
      expect(paper).toBe(255);
    },
  );

  test.each([
    [3000, 500, { width: 600, height: 100 }],
    [400, 4000, { width: 24, height: 240 }],
    [120, 80, { width: 120, height: 80 }],
  ])('of %i × %i is scaled to fit and never enlarged', async (width, height, size) => {
    const file = await sharp({ create: { width, height, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    expect(sizeOf(await drawn(file))).toEqual(size);
  });

  test('with an EXIF rotation stands upright', async () => {
    const file = await bar('#fff').jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const { width, height } = await drawn(file);
    expect(height).toBeGreaterThan(width);
  });

  test('that is animated prints its first frame', async () => {
    const frames = ['#000', '#fff'].map((background) => ({
      create: { width: 30, height: 30, channels: 3 as const, background },
    }));
    const file = await sharp(
      await Promise.all(frames.map((create) => sharp(create).png().toBuffer())),
      { join: { animated: true } },
    )
      .gif()
      .toBuffer();
    expect((await sharp(file).metadata()).pages).toBe(2);
    const picture = await drawn(file);
    expect(sizeOf(picture)).toEqual({ width: 30, height: 30 });
    expect(picture.gray.every((gray) => gray === 0)).toBe(true);
  });

  test('is stored in a few kilobytes', async () => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
    const file = await sharp({
      create: { width: 400, height: 400, channels: 3, background: '#000', noise },
    })
      .jpeg()
      .toBuffer();
    expect((await drawLogo(file)).length).toBeLessThan(60_000);
  });
});

function blackPng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc(side * (1 + Math.ceil(side / 8)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('no logo is', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>';
  test.each([
    ['a page', '<!doctype html><title>Not found</title>'],
    ['a drawing that may refer to other files', SVG],
    ['a document', '%PDF-1.7\n'],
    ['nothing', ''],
  ])('%s, whatever it is called', async (_what, text) => {
    expect(await rejection(Buffer.from(text))).toContain('it is not a jpg, gif or png');
  });

  test('a picture of another kind', async () => {
    for (const format of ['webp', 'avif', 'tiff'] as const) {
      const file = await bar('#fff').toFormat(format).toBuffer();
      expect(await rejection(file)).toContain('it is not a jpg, gif or png');
    }
  });

  test('a file that only starts like one', async () => {
    for (const signature of ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF89a']) {
      const file = Buffer.from(`${signature}<svg><script/></svg>`, 'latin1');
      expect(await rejection(file)).toContain('it cannot be drawn');
    }
  });

  test.each(['png', 'jpeg'] as const)('a %s that breaks off', async (format) => {
    const file = await bar('#fff').toFormat(format).toBuffer();
    const half = file.subarray(0, file.length / 2);
    expect(await rejection(half)).toContain('it cannot be drawn');
  });

  test('a small file with too many pixels', async () => {
    expect(sizeOf(await drawn(blackPng(4_096)))).toEqual({ width: 240, height: 240 });
    for (const side of [4_097, 20_000]) {
      const bomb = blackPng(side);
      expect(bomb.length).toBeLessThan(100_000);
      expect(await rejection(bomb)).toContain('it cannot be drawn');
    }
  });

  test.each([
    ['white paper', '#fff', '#fff'],
    ['nothing at all', '#0000', '#0000'],
    ['pale gray on white paper', '#fff', '#f4f4f4'],
  ])('a blank one: %s', async (_what, ground, mark) => {
    const file = await bar(ground, mark).png().toBuffer();
    expect(await rejection(file)).toContain('it is blank');
  });

  test.each([
    ['a square', '<rect width="400" height="400" rx="80" fill="#fff"/>'],
    ['a pill', '<rect x="50" y="150" width="300" height="90" rx="45" fill="#fff"/>'],
  ])('a plain white card with round corners: %s', async (_what, card) => {
    expect(await rejection(await shape(card).png().toBuffer())).toContain('it is blank');
  });

  test('a tracking pixel', async () => {
    const file = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
      .gif()
      .toBuffer();
    expect(await rejection(file)).toContain('it cannot be drawn');
  });
});

const flatPng = (width: number) =>
  sharp({ create: { width, height: 9, channels: 3, background: '#000' } })
    .png()
    .toBuffer();

test('a logo is decoded once, and again when it changes', async () => {
  const read = logoMemory();
  const [small, large] = [await flatPng(9), await flatPng(18)];
  const first = await read('logo', small);
  expect(first.width).toBe(9);
  expect(await read('logo', Buffer.from(small))).toBe(first);
  expect(await read('logo', large)).toMatchObject({ width: 18 });
});

test('the most recently used logos are remembered', async () => {
  const read = logoMemory();
  const png = await flatPng(9);
  const first = await read('first', png);
  const second = await read('second', png);
  for (let other = 0; other < 49; other += 1) {
    await read(`other ${other}`, png);
    expect(await read('first', png)).toBe(first);
  }
  expect(await read('second', png)).not.toBe(second);
});

test('a file that is not a picture cannot be read, the first time and later', async () => {
  const read = logoMemory();
  const broken = Buffer.from('broken');
  await expect(read('logo', broken)).rejects.toThrow('unsupported');
  await expect(read('logo', broken)).rejects.toThrow('unsupported');
});
