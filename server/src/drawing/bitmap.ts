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

/** Makes a stretch of a row black, from a dot to before another. */
export function blackenSpan({ bytesPerRow, bytes }: Bitmap, y: number, from: number, to: number) {
  if (from >= to) return;
  const row = y * bytesPerRow;
  const [first, last] = [row + (from >> 3), row + ((to - 1) >> 3)];
  const [head, tail] = [0xff >> (from & 7), (0xff << (7 - ((to - 1) & 7))) & 0xff];
  if (first === last) {
    bytes[first] = (bytes[first] ?? 0) | (head & tail);
    return;
  }
  bytes[first] = (bytes[first] ?? 0) | head;
  for (let at = first + 1; at < last; at += 1) bytes[at] = 0xff;
  bytes[last] = (bytes[last] ?? 0) | tail;
}
