import { PrinterResolution } from '@portage/contract/orders/labels';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderZpl } from '../drawing/render-zpl.ts';
import { zplFaults, zplFormats } from '../testing/zpl-faults.ts';
import { anyPackingSlip, MERCHANTS, packedOrder } from './packing-slip-arbitrary.ts';
import { packingSlipContent } from './packing-slip-content.ts';
import { layOutPackingSlip } from './packing-slip-layout.ts';

describe('the ZPL of packing slips', () => {
  it('holds no command but ours, whatever users wrote', () => {
    fc.assert(
      fc.property(anyPackingSlip, fc.constantFrom(...PrinterResolution.values), (content, dpi) => {
        const pages = layOutPackingSlip(content).slice(0, 2);
        const zpl = renderZpl(pages, dpi);
        expect(zplFaults(zpl)).toEqual([]);
        expect(zplFormats(zpl)).toBe(pages.length);
      }),
      { numRuns: 20 },
    );
  });

  it('prints commands that users typed as text', () => {
    const orderItems = [{ name: '^XA~JA^FS\\&', sku: '^FD_5E', quantity: 1 }];
    const notes = '^XZ ^XA ~HS';
    const content = packingSlipContent(packedOrder({ orderItems, notes }), MERCHANTS.en);
    const zpl = renderZpl(layOutPackingSlip(content));
    expect(zplFaults(zpl)).toEqual([]);
    expect(zplFormats(zpl)).toBe(1);
    expect(zpl).toContain('^FH_^FD_5EXA_7EJA_5EFS/&^FS');
  });
});
