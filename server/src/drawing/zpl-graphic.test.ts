import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { graphic } from './zpl-graphic.ts';

/** Reads the shortened digits as the ZPL II guide has printers read them. */
function digitsOf(command: string): string {
  const [, bytes, , bytesPerRow, ...parts] = command.split(',');
  const length = 2 * Number(bytesPerRow);
  const rows: string[] = [];
  let row = '';
  let times = 0;
  const put = (digits: string) => {
    row += digits;
    times = 0;
    if (row.length === length) {
      rows.push(row);
      row = '';
    }
  };
  for (const sign of parts.join(',')) {
    if (sign === ':') put(rows.at(-1) ?? '');
    else if (sign === ',') put('0'.repeat(length - row.length));
    else if (/[G-Y]/.test(sign)) times += sign.charCodeAt(0) - 'F'.charCodeAt(0);
    else if (/[g-z]/.test(sign)) times += 20 * (sign.charCodeAt(0) - 'f'.charCodeAt(0));
    else put(sign.repeat(Math.max(1, times)));
  }
  expect(rows).toHaveLength(Number(bytes) / Number(bytesPerRow));
  return rows.join('');
}

const anyByte = fc.oneof(fc.constantFrom(0x00, 0xff, 0xf0, 0x0f), fc.nat(255));
/** Stretches of the same byte, as pictures have them. */
const anyStretches = fc.array(fc.tuple(anyByte, fc.integer({ min: 1, max: 160 })), {
  minLength: 1,
  maxLength: 20,
});

describe('a graphic field', () => {
  it('has every dot of the bitmap, however its digits are shortened', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 150 }), anyStretches, (bytesPerRow, stretches) => {
        const dots = stretches.flatMap(([byte, times]) =>
          Array.from({ length: times }, () => byte),
        );
        const height = Math.ceil(dots.length / bytesPerRow);
        const bytes = new Uint8Array(height * bytesPerRow);
        bytes.set(dots);
        const command = graphic({ width: 8 * bytesPerRow, height, bytesPerRow, bytes });
        expect(digitsOf(command)).toBe(Buffer.from(bytes).toString('hex').toUpperCase());
      }),
    );
  });

  it('repeats a row with one sign, and fills the rest of a row with white by one', () => {
    const bytes = Uint8Array.of(0x12, 0, 0, 0x12, 0, 0, 0xff, 0xff, 0xff);
    expect(graphic({ width: 24, height: 3, bytesPerRow: 3, bytes })).toBe('^GFA,9,9,3,12,:LF');
  });
});
