import bwipjs from 'bwip-js/node';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { code128Modules, code128Widths } from './barcodes.ts';

function widthsByBwip(text: string): readonly number[] {
  const [symbol] = bwipjs.raw('code128', text, '');
  return symbol && 'sbs' in symbol ? symbol.sbs : [];
}

const sumOf = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0);

describe('Code 128', () => {
  it('encodes a tracking number bar for bar as another encoder does', () => {
    expect(code128Widths('PTG7K3WB0Y5QE1-1')).toEqual(widthsByBwip('PTG7K3WB0Y5QE1-1'));
    expect(code128Widths('PTGABCDEFGH1234')).toEqual(widthsByBwip('PTGABCDEFGH1234'));
    expect(code128Widths('12345678')).toEqual(widthsByBwip('12345678'));
  });

  it('is never wider than another encoder’s of a tracking number', () => {
    const body = fc.string({
      unit: fc.constantFrom(...Array.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ')),
      minLength: 11,
      maxLength: 11,
    });
    fc.assert(
      fc.property(body, fc.integer({ min: 1, max: 99 }), (characters, ordinal) => {
        const text = `PTG${characters}-${ordinal}`;
        expect(code128Modules(text)).toBeLessThanOrEqual(sumOf(widthsByBwip(text)));
        expect(code128Modules(text)).toBe(sumOf(code128Widths(text)));
      }),
    );
  });

  it('refuses characters that it cannot encode', () => {
    expect(() => code128Widths('é')).toThrow(RangeError);
    expect(() => code128Widths('')).toThrow(RangeError);
  });
});
