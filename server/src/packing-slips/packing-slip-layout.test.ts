import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyPackingSlip, MERCHANTS, packedOrder } from '../testing/any-packing-slip.ts';
import { linesOf, pageFaults } from '../testing/page-faults.ts';
import { packingSlipContent } from './packing-slip-content.ts';
import { layOutPackingSlip } from './packing-slip-layout.ts';

/** Slips are long, so fewer runs suffice. */
const RUNS = { numRuns: 40 };

function slipOf(changes: Parameters<typeof packedOrder>[0], language: 'en' | 'fr' = 'en') {
  return layOutPackingSlip(packingSlipContent(packedOrder(changes), MERCHANTS[language]));
}

const itemsNamed = (count: number, name = 'Balsam fir candle') =>
  Array.from({ length: count }, (_, index) => ({
    name: `${name} ${index + 1}`,
    sku: `HM-${index + 1}`,
    quantity: 1,
  }));

it('any packing slip lists each item once with its quantity, on numbered pages without faults', () => {
  fc.assert(
    fc.property(anyPackingSlip, (content) => {
      const pages = layOutPackingSlip(content);
      expect(pages.flatMap(pageFaults)).toEqual([]);
      const listed = pages.flatMap(linesOf).flatMap((line) => /^item\d+(?=$| )/.exec(line) ?? []);
      expect(listed).toEqual(content.items.map((_, index) => `item${index}`));

      const quantities = pages
        .flatMap(({ items }) => items)
        .filter((item) => item.kind === 'text')
        .filter(({ align, lines }) => align === 'right' && /^[\d,\s]+$/.test(lines.join()))
        .map(({ lines }) => Number(lines.join('').replace(/\D/g, '')));
      const expected = content.items.map(({ quantity }) => quantity);
      const pieces = expected.reduce((sum, quantity) => sum + quantity, 0);
      expect(quantities).toEqual(expected.length > 0 ? [...expected, pieces] : []);

      const word = content.language === 'fr' ? 'sur' : 'of';
      pages.forEach((page, index) => {
        const codes = page.items.filter(({ kind }) => kind === 'code128');
        expect(codes).toMatchObject([{ data: content.trackingNumber }]);
        expect(linesOf(page)).toContain(`Page ${index + 1} ${word} ${pages.length}`);
      });
    }),
    RUNS,
  );
});

describe('the layout of a packing slip', () => {
  it('takes one page for few items and more for many, each naming its range', () => {
    const captions = (count: number) =>
      slipOf({ orderItems: itemsNamed(count) })
        .flatMap(linesOf)
        .filter((line) => / ITEMS?( OF \d+)?$|^ITEM/.test(line));
    expect(captions(1)).toEqual(['1 ITEM']);
    expect(captions(3)).toEqual(['3 ITEMS']);
    expect(captions(20)).toEqual(['ITEMS 1–9 OF 20', 'ITEMS 10–20 OF 20']);
  });

  it('never leaves the total alone on the last page', () => {
    for (let count = 1; count <= 40; count += 1) {
      const last = slipOf({ orderItems: itemsNamed(count) }).at(-1);
      const lines = last ? linesOf(last) : [];
      expect(lines).toContain('Total pieces');
      expect(lines).toContain(`Balsam fir candle ${count}`);
    }
  });

  it('wraps a long name and cuts it after three lines', () => {
    const name = 'Washed linen sheet set with an embroidered hem '.repeat(6).trim();
    const lines = slipOf({ orderItems: [{ name, quantity: 1 }] }).flatMap(linesOf);
    const of = lines.filter((line) => /linen|sheet|embroidered|hem/.test(line));
    expect(of).toHaveLength(3);
    expect(of.at(-1)).toMatch(/…$/);
  });

  it('has an item’s SKU and location side by side or stacked, without overlap', () => {
    const detailsOf = (sku: string, warehouseLocation: string) => {
      const orderItems = [{ name: 'Wool throw', sku, warehouseLocation, quantity: 12 }];
      const lines = slipOf({ orderItems }).flatMap(linesOf);
      return lines.slice(lines.indexOf('Wool throw') + 1, lines.indexOf('12'));
    };
    expect(detailsOf('HM-THR-201', 'H3-14')).toEqual(['SKU HM-THR-201 · Location H3-14']);
    const sku = 'HM-THR-201-HEATHER-GREY-QUEEN-WASHED';
    expect(detailsOf(sku, 'Aisle H3, bay 14')).toEqual([`SKU ${sku}`, 'Location Aisle H3, bay 14']);
    const [longest, place] = ['7'.repeat(100), '4'.repeat(100)];
    expect(detailsOf(longest, place).join('').replaceAll(' ', '')).toBe(
      `SKU${longest}Location${place}`,
    );
    expect(detailsOf('W'.repeat(100), 'H3-14').at(-1)).toBe('Location H3-14');
  });

  it('shows four lines of notes at most', () => {
    const notes = 'Ring twice and wait for the concierge. '.repeat(50);
    const lines = slipOf({ notes }).flatMap(linesOf);
    expect(lines.filter((line) => /Ring|concierge/.test(line))).toHaveLength(4);
  });

  it('loses no note after empty lines', () => {
    const lines = slipOf({ notes: `Ring twice.${'\n'.repeat(500)}Beware of the dog.` }).flatMap(
      linesOf,
    );
    expect(lines).toContain('Notes: Ring twice. Beware of the dog.');
  });

  it('shows the logo in its proportions, enlarged at most twice', () => {
    const sizeOf = (width: number, height: number) => {
      const logo = { width, height, gray: new Uint8Array(width * height) };
      const [page] = layOutPackingSlip(packingSlipContent(packedOrder(), MERCHANTS.en, logo));
      const box = page?.items.find(({ kind }) => kind === 'picture')?.box;
      return [box?.width, box?.height];
    };
    expect(sizeOf(600, 100)).toEqual([420, 70]);
    expect(sizeOf(240, 240)).toEqual([88, 88]);
    expect(sizeOf(30, 20)).toEqual([60, 40]);
  });

  it('centres a small logo and the name on one line', () => {
    const logo = { width: 16, height: 16, gray: new Uint8Array(16 * 16) };
    const [page] = layOutPackingSlip(packingSlipContent(packedOrder(), MERCHANTS.en, logo));
    const middles = page?.items
      .slice(0, 2)
      .map(({ kind, box: { y, height } }) => [kind, y + height / 2]);
    expect(middles).toEqual([
      ['picture', 64],
      ['text', 64],
    ]);
  });

  it('has room for an address without a postal code', () => {
    const order = packedOrder();
    const recipientAddress = { ...order.recipientAddress, postalCode: '' };
    const pages = layOutPackingSlip(
      packingSlipContent({ ...order, recipientAddress }, MERCHANTS.en),
    );
    expect(pages.flatMap(linesOf)).toContain('Toronto ON');
    expect(pages.flatMap(pageFaults)).toEqual([]);
  });

  it('says that an order has no items, with its recipient', () => {
    const lines = slipOf({ orderItems: [], packageCount: 3, packages: [] }).flatMap(linesOf);
    expect(lines).toContain('No items are listed for this order.');
    expect(lines).not.toContain('Total pieces');
    expect(lines).toEqual(expect.arrayContaining(['Amelia Okafor', '#1042', '3']));
  });

  it('is in French for French merchants', () => {
    const orderItems = itemsNamed(30, 'Croissant').map((item) => ({ ...item, quantity: 1200 }));
    const lines = slipOf({ orderItems, notes: 'Sonnez.' }, 'fr').flatMap(linesOf);
    const french = ['DESTINATAIRE', 'ARTICLES 1 À 8 SUR 30', 'QTÉ', 'UGS HM-1', '1 200'];
    const below = ['Total des pièces', '36 000', 'Notes : Sonnez.', 'Page 1 sur 3'];
    expect(lines).toEqual(expect.arrayContaining([...french, ...below]));
    expect(lines.join(' ')).not.toMatch(/ITEM|Packing|QTY|Total pieces/);
  });
});
