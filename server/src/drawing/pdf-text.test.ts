import fc from 'fast-check';
import PdfDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { pdfLine } from './pdf-drawing.ts';
import { PDF_FONT } from './text-block.ts';

const LATIN_1 = Array.from({ length: 0xff - 0xa1 }, (_, at) => String.fromCharCode(0xa1 + at));
const OTHERS = Array.from('AVATo. Ty,(L’Été) W1\\/7€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');
const anyResidentLine = fc.string({ unit: fc.constantFrom(...LATIN_1, ...OTHERS), maxLength: 40 });
const anyWeight = fc.constantFrom('regular' as const, 'bold' as const);

const ruler = new PdfDocument({ autoFirstPage: false });

function bytesOf(shown: string): Buffer {
  const strings = shown.match(/\((?:[^()\\]|\\.)*\)/gs) ?? [];
  const text = strings.map((one) => one.slice(1, -1).replace(/\\(.)/gs, '$1')).join('');
  return Buffer.from(text, 'latin1');
}

describe('a line of a PDF', () => {
  it('reads as it was written, in Windows-1252', () => {
    const windows1252 = new TextDecoder('windows-1252');
    fc.assert(
      fc.property(anyResidentLine, anyWeight, (line, weight) => {
        expect(windows1252.decode(bytesOf(pdfLine(line, weight).shown))).toBe(line);
      }),
    );
  });

  it('is as wide as its font says, kerning included', () => {
    fc.assert(
      fc.property(anyResidentLine, anyWeight, (line, weight) => {
        const width = ruler.font(PDF_FONT[weight]).fontSize(1).widthOfString(line);
        expect(pdfLine(line, weight).width).toBeCloseTo(width, 6);
      }),
    );
  });

  it('kerns letters as the font says', () => {
    expect(pdfLine('AVA', 'regular').shown).toBe('[(A)70(V)80(A)]');
  });
});
