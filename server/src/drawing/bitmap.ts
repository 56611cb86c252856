/** A picture of black and white dots; a row is `bytesPerRow` bytes, the leftmost dot the highest bit. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly bytesPerRow: number;
  readonly bytes: Uint8Array;
}

/** A bitmap of white dots. */
export function whiteBitmap(width: number, height: number): Bitmap {
  const bytesPerRow = Math.ceil(width / 8);
  return { width, height, bytesPerRow, bytes: new Uint8Array(bytesPerRow * height) };
}

/** Makes one dot of a bitmap black. */
export function blacken({ bytesPerRow, bytes }: Bitmap, x: number, y: number): void {
  const at = y * bytesPerRow + (x >> 3);
  bytes[at] = (bytes[at] ?? 0) | (0x80 >> (x & 7));
}
