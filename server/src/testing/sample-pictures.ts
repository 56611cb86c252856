import { crc32, deflateSync } from 'node:zlib';

/** A JPEG of 4 × 2 pixels, red on the left and blue on the right. */
export const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAKBueIx4ZKCMgoy0qqC+8P//8Nzc8P//////////////////////////' +
    '////////////////////////////////2wBDAaq0tPDS8P//////////////////////////////////////////' +
    '////////////////////////////////////wAARCAACAAQDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAA' +
    'AAL/xAAWEAEBAQAAAAAAAAAAAAAAAAAAATH/xAAVAQEBAAAAAAAAAAAAAAAAAAABAv/EABcRAQEBAQAAAAAAAAAA' +
    'AAAAAAEAMXH/2gAMAwEAAhEDEQA/AIugLMOQ63//2Q==',
  'base64',
);

export function pngChunk(name: string, content: Buffer): Buffer {
  const checked = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(checked));
  return Buffer.concat([length, checked, check]);
}

/** A black PNG that claims this size, with chunks before its pixels. */
export function pngOf(width: number, height: number, ...chunks: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8); // one byte a pixel, grey
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IDAT', deflateSync(Buffer.alloc(2 * 3))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export const PNG = pngOf(2, 2);

export const GIF = Buffer.from(
  'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'base64',
);
