import sharp from 'sharp';
import { expect, test } from 'vitest';
import { logoMemory } from './logo-source.ts';

const blackPng = (width: number) =>
  sharp({ create: { width, height: 9, channels: 3, background: '#000' } })
    .png()
    .toBuffer();

test('a logo is decoded once, and again when it changes', async () => {
  const read = logoMemory();
  const [small, large] = [await blackPng(9), await blackPng(18)];
  const first = await read('logo', small);
  expect(first.width).toBe(9);
  expect(await read('logo', Buffer.from(small))).toBe(first);
  expect(await read('logo', large)).toMatchObject({ width: 18 });
});

test('the most recently used logos are remembered', async () => {
  const read = logoMemory();
  const png = await blackPng(9);
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
