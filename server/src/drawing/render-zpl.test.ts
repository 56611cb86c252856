import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { code128Modules } from './barcodes.ts';
import type { LayoutItem, PageLayout, Picture } from './layout-items.ts';
import { renderZpl, graphic } from './render-zpl.ts';

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
/** Runs of equal bytes, as in pictures. */
const anyStretches = fc.array(fc.tuple(anyByte, fc.integer({ min: 1, max: 160 })), {
  minLength: 1,
  maxLength: 20,
});

describe('a graphic field', () => {
  it('has every dot of the bitmap after compression', () => {
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

  it('repeats a row with one character, and fills the rest of a row with white by one', () => {
    const bytes = Uint8Array.of(0x12, 0, 0, 0x12, 0, 0, 0xff, 0xff, 0xff);
    expect(graphic({ width: 24, height: 3, bytesPerRow: 3, bytes })).toBe('^GFA,9,9,3,12,:LF');
  });
});

const DATA = 'PTG7K3WB0Y5QE1-12';
const page = (...items: LayoutItem[]): PageLayout => ({ width: 812, height: 1218, items });
const square: Picture = { width: 2, height: 2, gray: Uint8Array.of(0, 255, 255, 0) };

describe('ZPL of a page', () => {
  it('is as large as the label at each resolution', () => {
    expect(renderZpl([page()])).toContain('^PW812^LL1218');
    expect(renderZpl([page()], 300)).toContain('^PW1200^LL1800');
  });

  it('draws bars of whole dots, centred within their box', () => {
    const modules = code128Modules(DATA);
    const box = { x: 50, y: 100, width: 3 * modules, height: 256 };
    const item = { kind: 'code128', box, data: DATA, module: 3 } as const;
    expect(renderZpl([page(item)])).toContain('^FO50,100^BY3^BCN,256,N,N,N,A');
    const left = Math.round((50 + 1.5 * modules) * (300 / 203) - 2 * modules);
    expect(renderZpl([page(item)], 300)).toContain(`^FO${left},148^BY4^BCN,378,N,N,N,A`);
  });

  it('draws a QR code of whole dots, and compensates for the printers’ offset', () => {
    const box = { x: 0, y: 0, width: 205, height: 205 };
    const item = { kind: 'qr', box, data: 'https://portage.example/track/1', module: 5 } as const;
    expect(renderZpl([page(item)])).toMatch(/\^FO30,20\^BY1,3,10\^BQN,2,5/);
    expect(renderZpl([page(item)], 300)).toMatch(/\^FO50,40\^BY1,3,10\^BQN,2,7/);
  });

  it('draws touching boxes without a gap', () => {
    const above = { kind: 'fill', box: { x: 1, y: 1, width: 3, height: 3 } } as const;
    const below = { kind: 'fill', box: { x: 1, y: 4, width: 3, height: 3 } } as const;
    const boxes = Array.from(
      renderZpl([page(above, below)], 300).matchAll(/FO1,(\d+)\^GB\d+,(\d+)/g),
    );
    expect(boxes.map(([, y, height]) => [Number(y), Number(height)])).toEqual([
      [1, 5],
      [6, 4],
    ]);
  });

  it('draws a picture in its proportions, centred in its box', () => {
    const item = { kind: 'picture', picture: square } as const;
    const wide = { ...item, box: { x: 100, y: 40, width: 96, height: 32 } };
    expect(renderZpl([page(wide)])).toContain('^FO132,40^GFA,128,128,4,');
    expect(renderZpl([page(wide)], 300)).toContain('^FO195,59^GFA,282,282,6,');
  });

  it('draws a repeated picture the same on each page', () => {
    const item = {
      kind: 'picture',
      picture: square,
      box: { x: 0, y: 0, width: 16, height: 16 },
    } as const;
    const [first, second] = renderZpl([page(item), page(item)]).split('\n^XZ');
    expect(second?.trim()).toBe(first);
    expect(first).toContain('^GFA,32,32,2,FF,:::::::00FF:::::::');
  });
});
