import { PrinterResolution } from '@portage/contract/orders/labels';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderZpl } from '../drawing/render-zpl.ts';
import { zplFaults, zplFormats } from '../testing/zpl-faults.ts';
import { anyLabelContent } from './label-arbitrary.ts';
import { layOutLabel } from './label-layout.ts';
import { labelOf } from './label-variants.ts';

/** Texts beyond the printer's font are drawn dot by dot, and these are full of them. */
const RUNS = { numRuns: 30 } as const;

const anyZpl = fc
  .record({ content: anyLabelContent, dpi: fc.constantFrom(...PrinterResolution.values) })
  .map(({ content, dpi }) => ({ zpl: renderZpl([layOutLabel(content)], dpi), dpi }));

describe('ZPL', () => {
  it('holds no command but ours, whatever users wrote', () => {
    fc.assert(
      fc.property(anyZpl, ({ zpl }) => {
        expect(zplFaults(zpl)).toEqual([]);
        expect(zplFormats(zpl)).toBe(1);
      }),
      RUNS,
    );
  });

  it.each([...PrinterResolution.values])(
    'prints commands that users wrote as text at %d dpi',
    (dpi) => {
      const zpl = renderZpl([layOutLabel(labelOf('hostile'))], dpi);
      expect(zplFaults(zpl)).toEqual([]);
      expect(zpl).toContain('^FD_5EXA_5EFO50,50_5EA0N,90_5EFDstolen_5EFS_5EXZ^FS');
      expect(zpl).toContain('^FD_7EJA _7EDGR:X.GRF _5F5E /& C:/tmp');
    },
  );

  it('places everything on the label, whatever the resolution', () => {
    fc.assert(
      fc.property(anyZpl, ({ zpl, dpi }) => {
        expect(zpl).toContain(`^PW${4 * dpi}^LL${6 * dpi}`);
        for (const [, x, y, width, height] of zpl.matchAll(/\^FO(\d+),(\d+)\^GB(\d+),(\d+)/g)) {
          expect(Number(x) + Number(width)).toBeLessThanOrEqual(4 * dpi);
          expect(Number(y) + Number(height)).toBeLessThanOrEqual(6 * dpi);
        }
        for (const [, x, y, , bytes, row] of zpl.matchAll(
          /\^FO(\d+),(\d+)(\^FR)?\^GFA,\d+,(\d+),(\d+)/g,
        )) {
          // The last byte of a row may hold up to 7 dots of nothing.
          expect(Number(x) + 8 * Number(row) - 7).toBeLessThanOrEqual(4 * dpi);
          expect(Number(y) + Number(bytes) / Number(row)).toBeLessThanOrEqual(6 * dpi);
        }
      }),
      RUNS,
    );
  });

  it('is one format a label', () => {
    fc.assert(
      fc.property(fc.array(anyLabelContent, { maxLength: 3 }), (contents) => {
        const zpl = renderZpl(contents.map(layOutLabel));
        expect(zplFormats(zpl)).toBe(contents.length);
      }),
      { numRuns: 10 },
    );
  });
});
