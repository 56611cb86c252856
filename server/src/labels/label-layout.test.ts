import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { code128Modules, code128Widths } from '../drawing/code128.ts';
import { anyLabelContent } from './label-arbitrary.ts';
import { labelContents } from './label-content.ts';
import { labelledOrder } from './label-fixture.ts';
import { layOutLabel } from './label-layout.ts';
import { LABEL_SIZE, type Box, type LayoutItem, type TextItem } from '../drawing/layout-items.ts';
import { DESCENT, widthInEms } from '../drawing/text-metrics.ts';

const right = (box: Box) => box.x + box.width;
const bottom = (box: Box) => box.y + box.height;
const isText = (item: LayoutItem): item is TextItem => item.kind === 'text';

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < right(other) && other.x < right(one) && one.y < bottom(other) && other.y < bottom(one)
  );
}

function contains(outer: Box, inner: Box): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    right(inner) <= right(outer) &&
    bottom(inner) <= bottom(outer)
  );
}

/** The room a barcode keeps to itself: beside its bars a Code 128 needs 10 modules of white. */
function claimed(item: LayoutItem): Box {
  if (item.kind !== 'code128') return item.box;
  const quietZone = 10 * item.module;
  return { ...item.box, x: item.box.x - quietZone, width: item.box.width + 2 * quietZone };
}

const ENGLISH = { name: 'Maple & Pine', language: 'en' } as const;

function layoutOf(changes: Parameters<typeof labelledOrder>[0]) {
  const contents = labelContents(labelledOrder(changes), ENGLISH, 'https://p.example/t', 'M5J');
  return contents.map(layOutLabel);
}

function linesOf(changes: Parameters<typeof labelledOrder>[0]): string[] {
  return layoutOf(changes).flatMap(({ items }) => items.filter(isText).flatMap((one) => one.lines));
}

describe('the layout of any label', () => {
  it('has no empty line', () => {
    fc.assert(
      fc.property(anyLabelContent, (content) => {
        const lines = layOutLabel(content)
          .items.filter(isText)
          .flatMap((one) => one.lines);
        expect(lines).not.toContain('');
      }),
    );
  });

  it('keeps the whole of a word that fits once it is broken', () => {
    const word = 'W'.repeat(72);
    expect(linesOf({ notes: `xŔ ${word}` }).join('')).toContain(word);
  });

  it('stays inside the label', () => {
    fc.assert(
      fc.property(anyLabelContent, (content) => {
        const label = { x: 0, y: 0, ...LABEL_SIZE };
        const outside = layOutLabel(content).items.filter(
          (item) => !contains(label, claimed(item)),
        );
        expect(outside).toEqual([]);
      }),
    );
  });

  it('sets no line wider or lower than its box', () => {
    fc.assert(
      fc.property(anyLabelContent, (content) => {
        for (const item of layOutLabel(content).items.filter(isText)) {
          const { box, lines, size, face, baseline, lineHeight } = item;
          const widest = Math.max(...lines.map((line) => widthInEms(line, face) * size));
          expect(widest).toBeLessThanOrEqual(box.width + 1e-6);
          const lowest = baseline + (lines.length - 1) * lineHeight + DESCENT * size;
          expect(lowest).toBeLessThanOrEqual(bottom(box) + 1);
        }
      }),
    );
  });

  it('keeps texts and barcodes apart', () => {
    fc.assert(
      fc.property(anyLabelContent, (content) => {
        const { items } = layOutLabel(content);
        const apart = items.filter(({ kind }) => kind !== 'fill').map(claimed);
        const clashes = apart.flatMap((one, index) =>
          apart.slice(index + 1).filter((other) => overlap(one, other)),
        );
        expect(clashes).toEqual([]);
      }),
    );
  });

  it('sets white text on a black ground and black text beside it', () => {
    fc.assert(
      fc.property(anyLabelContent, (content) => {
        const { items } = layOutLabel(content);
        const fills = items.filter(({ kind }) => kind === 'fill');
        for (const text of items.filter(isText)) {
          const onGround = fills.some((fill) => contains(fill.box, text.box));
          const touchesGround = fills.some((fill) => overlap(fill.box, text.box));
          expect({ onGround, touchesGround }).toEqual({
            onGround: text.reversed,
            touchesGround: text.reversed,
          });
        }
      }),
    );
  });

  it('shows the whole postal code', () => {
    fc.assert(
      fc.property(anyLabelContent, (content) => {
        const lines = layOutLabel(content)
          .items.filter(isText)
          .flatMap((item) => item.lines);
        expect(lines.some((line) => line.endsWith(content.to.region))).toBe(true);
      }),
    );
  });
});

describe('the layout of a label', () => {
  it('gives the sort code and the service the largest type, the return address the smallest', () => {
    const [layout] = layoutOf({});
    const sizeOf = (text: string) =>
      layout?.items.filter(isText).find((item) => item.lines.join(' ').includes(text))?.size ?? NaN;
    const sizes = ['M5J', 'SAME DAY', 'Amelia Okafor', '88 Harbour', '401 Richmond'].map(sizeOf);
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
  });

  it('draws the bars of a tracking number at least 3 dots wide and 32 mm high', () => {
    const [layout] = layoutOf({ packages: [], packageCount: 99 }).slice(-1);
    const bars = layout?.items.find((item) => item.kind === 'code128');
    expect(bars?.module).toBe(3);
    expect(bars?.box.height).toBe(32 * 8);
    expect(bars?.box.width).toBe(3 * code128Modules(code128Widths(bars?.data ?? '')));
  });

  it('cuts notes that are too long with an ellipsis', () => {
    const lines = linesOf({ notes: 'Ring twice. '.repeat(100) });
    expect(lines.filter((line) => line.startsWith('Notes:'))).toHaveLength(1);
    expect(lines.some((line) => line.endsWith('…'))).toBe(true);
  });

  it('keeps the unit apart from a street that fills its line', () => {
    const { recipientAddress } = labelledOrder();
    const street = 'chemin du Bord-de-l’Eau de la Grande-Rivière Nord-Est, bâtiment principal';
    const lines = linesOf({ recipientAddress: { ...recipientAddress, street, unit: '4B' } });
    expect(lines).toContain('Unit 4B');
  });

  it('prints names in Vietnamese, Cyrillic and Hebrew as they are written', () => {
    for (const name of ['Nguyễn Thị Bích Đào', 'Олександр Шевченко', 'שלום עולם']) {
      expect(linesOf({ recipient: { name } })).toContain(name);
    }
  });

  it('leaves out pictures and puts □ for a script that no font holds', () => {
    expect(linesOf({ recipient: { name: 'Anne 🎁👩‍👩‍👧 Roy' } })).toContain('Anne Roy');
    expect(linesOf({ recipient: { name: '李小龙 Lee' } })).toContain('□ Lee');
  });
});
